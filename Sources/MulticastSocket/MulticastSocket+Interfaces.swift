extension MulticastSocket {
    static let readInterval: Int64 = 10_000_000
    /// Switches that snoop on memberships without asking for them forget one after some minutes.
    static let rejoinInterval: Int64 = 60_000_000
    /// How long somebody heard by IPv6 alone is also addressed by it.
    static let alsoIPv6Interval: Int64 = 10_000_000
    /// Events of the kernel come in bursts.
    private static let readIntervalMin: Int64 = 200_000

    /// When `maintain(at:)` wants to be called, whatever arrives.
    package var deadline: Int64 { min(readAt, rejoinAt) }

    /// Keeps the memberships: hears of changes, reads the interfaces anew, joins what is due.
    ///
    /// - Parameter ready: the descriptors that can be read; nil: perhaps all.
    package func maintain(at now: Int64, ready: [Int32]? = nil) {
        if let monitor, ready?.contains(monitor.descriptor.rawValue) ?? true, monitor.drain() {
            readAt = min(readAt, max(now, lastReadAt + MulticastSocket.readIntervalMin))
            for index in members.indices {
                members[index].joining.retrySoon()
                members[index].sending.retrySoon()
            }
        }
        if now >= readAt { readInterfaces(at: now) }
        if now >= rejoinAt {
            rejoinAt = now + MulticastSocket.rejoinInterval
            for index in members.indices {
                leave(members[index].interface)
                join(memberAt: index, at: now)
            }
        }
    }

    /// Leaves and joins everywhere at the next `maintain(at:)`, as after a sleep.
    package func rejoinSoon() {
        readAt = 0
        rejoinAt = 0
    }

    func readInterfaces(at now: Int64) {
        lastReadAt = now
        readAt = now + MulticastSocket.readInterval
        let choice = InterfaceChoice(from: NetworkInterface.all(), named: options.interfaces)
        for member in members where !choice.chosen.contains(where: member.isOn) {
            leave(member.interface)
        }
        let before = members.map(\.interface.name)
        members = choice.chosen.map { interface in
            var member = members.first { $0.isOn(interface) } ?? Member(interface: interface)
            // An address of a new family needs a membership of its own.
            if member.interface != interface { member.isJoined = false }
            member.interface = interface
            return member
        }
        for index in members.indices where !members[index].isJoined {
            if members[index].joining.isDue(at: now) { join(memberAt: index, at: now) }
        }
        let after = members.map(\.interface.name)
        if lastSkipped != choice.skipped || before != after {
            lastSkipped = choice.skipped
            report(.listening(on: after, skipped: choice.skipped))
        }
    }

    private func join(memberAt index: Int, at now: Int64) {
        let interface = members[index].interface
        var error: Int32 = 0
        if interface.hasIPv4, let ipv4 { error = ipv4.join(interface.index) }
        if interface.hasIPv6, let ipv6 {
            let other = ipv6.join(interface.index)
            if !interface.hasIPv4 || ipv4 == nil { error = other }
        }
        members[index].isJoined = error == 0
        if error != 0 {
            if members[index].joining.failed(at: now) {
                report(.failing(interface: interface.name, .join, errno: error))
            }
        } else if members[index].joining.succeeded() {
            report(.recovered(interface: interface.name, .join))
        }
    }

    private func leave(_ interface: NetworkInterface) {
        ipv4?.leave(interface.index)
        ipv6?.leave(interface.index)
    }
}

extension MulticastSocket.Member {
    func isOn(_ other: NetworkInterface) -> Bool {
        interface.index == other.index && interface.name == other.name
    }
}
