extension MulticastSocket {
    private static let batchesPerCallMax = 4

    /// Hands over what has arrived, each with its sender's token: the same for the same address.
    ///
    /// At most 256 datagrams per socket and call, so that nothing else starves: gives whether
    /// there may be more.
    ///
    /// - Parameter ready: the descriptors to read; nil: all.
    @discardableResult
    package func receive(
        at now: Int64, ready: [Int32]? = nil,
        _ handler: (_ datagram: [UInt8], _ source: UInt64) -> Void
    ) -> Bool {
        var mayHaveMore = false
        for sockets in [ipv4, ipv6] {
            guard let sockets else { continue }
            let shared = drain(sockets.shared, ready) { datagram in
                guard isForUs(datagram, sockets) else {
                    statistics.datagramsMisdirected += 1
                    return
                }
                notePath(of: datagram, sockets, at: now)
                deliver(datagram, handler)
            }
            let own = drain(sockets.own, ready) { deliver($0, handler) }
            mayHaveMore = mayHaveMore || shared || own
        }
        return mayHaveMore
    }

    /// Leaves out what comes to the group with these eight bytes at an offset, as our own
    /// datagrams do: the kernel drops them, and wakes nobody.
    package func ignore(_ mark: UInt64, at offset: Int) {
        for sockets in [ipv4, ipv6] { sockets?.shared.ignore(mark, at: offset) }
    }

    private func drain(
        _ descriptor: borrowing FileDescriptor, _ ready: [Int32]?,
        _ body: (DatagramBatch.Datagram) -> Void
    ) -> Bool {
        guard ready?.contains(descriptor.rawValue) ?? true else { return false }
        for _ in 0..<MulticastSocket.batchesPerCallMax {
            let count = batch.receive(from: descriptor, body) ?? 0
            if count < DatagramBatch.datagramsMax { return false }
        }
        return true
    }

    private func deliver(
        _ datagram: DatagramBatch.Datagram, _ handler: ([UInt8], UInt64) -> Void
    ) {
        statistics.datagramsReceived += 1
        handler([UInt8](datagram.bytes), addresses.token(for: datagram.source))
    }

    /// Another group's datagrams, and broadcasts, can reach the port too.
    private func isForUs(_ datagram: DatagramBatch.Datagram, _ sockets: FamilySockets) -> Bool {
        guard let destination = datagram.destination else { return false }
        return destination.isSameHost(as: sockets.group) || datagram.isUnicast
    }

    /// Learns from where a datagram came along which paths its sender is reached.
    private func notePath(
        of datagram: DatagramBatch.Datagram, _ sockets: FamilySockets, at now: Int64
    ) {
        if datagram.isUnicast {
            distantPeers.heard(from: datagram.source, at: now)
            return
        }
        switch sockets.family {
        case .ipv4:
            heardByIPv4.insert(datagram.bytes)
        case .ipv6 where !heardByIPv4.contains(datagram.bytes):
            for index in members.indices
            where members[index].interface.index == datagram.interface {
                members[index].alsoIPv6Until = now + MulticastSocket.alsoIPv6Interval
            }
        case .ipv6: break
        }
    }
}
