import Glibc

extension MulticastSocket {
    /// Sends to the group once per chosen interface, and to every peer beyond them.
    package func sendToGroup(_ datagram: [UInt8], at now: Int64) {
        for index in members.indices where members[index].sending.isDue(at: now) {
            let error = sendToGroup(datagram, through: members[index], at: now)
            note(error, ofMember: index, at: now)
        }
        for peer in options.peers { send(datagram, to: peer) }
        for peer in distantPeers.addresses(at: now) { send(datagram, to: peer) }
    }

    /// Sends to the address that `receive` gave this token; does nothing if it is forgotten.
    package func send(_ datagram: [UInt8], to token: UInt64) {
        if let address = addresses.address(for: token) { send(datagram, to: address) }
    }

    private func sendToGroup(_ datagram: [UInt8], through member: Member, at now: Int64) -> Int32 {
        let interface = member.interface
        guard let ipv4, interface.hasIPv4 else {
            return ipv6?.sendToGroup(datagram, through: interface) ?? EAFNOSUPPORT
        }
        let error = ipv4.sendToGroup(datagram, through: interface)
        if interface.hasIPv6, now < member.alsoIPv6Until {
            _ = ipv6?.sendToGroup(datagram, through: interface)
        }
        return error
    }

    private func note(_ error: Int32, ofMember index: Int, at now: Int64) {
        let name = members[index].interface.name
        switch error {
        case 0:
            statistics.datagramsSent += 1
            if members[index].sending.succeeded() {
                report(.recovered(interface: name, .send))
            }
        case EAGAIN, ENOBUFS:
            // A full queue is a lost datagram, not a broken interface.
            statistics.sendsFailed += 1
        default:
            statistics.sendsFailed += 1
            if members[index].sending.failed(at: now) {
                report(.failing(interface: name, .send, errno: error))
            }
        }
    }

    private func send(_ datagram: [UInt8], to address: SocketAddress) {
        let sockets = address.family == .ipv4 ? ipv4 : ipv6
        if let sockets, sockets.send(datagram, to: address) == 0 {
            statistics.datagramsSent += 1
        } else {
            statistics.sendsFailed += 1
        }
    }
}
