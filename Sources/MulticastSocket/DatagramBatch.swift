import CPlatform
import Glibc

/// Buffers for receiving many datagrams with one system call, used again and again.
struct DatagramBatch: ~Copyable {
    static let datagramsMax = 64
    /// Longer ones are cut by the kernel, and dropped here.
    static let datagramBytesMax = 2048
    private static let nameBytes = 32
    private static let controlBytes = 128
    private static let slotBytes = datagramBytesMax + nameBytes + controlBytes

    /// One datagram, valid until the next call of `receive`.
    struct Datagram {
        let bytes: UnsafeRawBufferPointer
        let source: SocketAddress
        /// Where it was sent to: the group's address, or one of ours; the port is not known.
        let destination: SocketAddress?
        /// Sent to one of our addresses, not to a group and not to everybody.
        let isUnicast: Bool
        let interface: UInt32
    }

    private let memory: UnsafeMutableRawBufferPointer
    private let parts: UnsafeMutableBufferPointer<iovec>
    private let headers: UnsafeMutableBufferPointer<mmsghdr>

    init() {
        let count = DatagramBatch.datagramsMax
        memory = .allocate(byteCount: count * DatagramBatch.slotBytes, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        parts = .allocate(capacity: count)
        parts.initialize(repeating: iovec())
        headers = .allocate(capacity: count)
        headers.initialize(repeating: mmsghdr())
        for index in 0..<count {
            parts[index].iov_base = slot(index).baseAddress
            parts[index].iov_len = DatagramBatch.datagramBytesMax
        }
        for index in headers.indices { prepare(index) }
    }

    deinit {
        headers.deallocate()
        parts.deallocate()
        memory.deallocate()
    }

    /// Hands over what is waiting, at most `datagramsMax`; gives how many there were, or nil
    /// where there was nothing.
    func receive(from descriptor: borrowing FileDescriptor, _ body: (Datagram) -> Void) -> Int? {
        let flags = Int32(MSG_DONTWAIT)
        let count = recvmmsg(
            descriptor.rawValue, headers.baseAddress, UInt32(headers.count), flags, nil)
        guard count > 0 else { return nil }
        for index in 0..<Int(count) {
            if let datagram = datagram(at: index) { body(datagram) }
            prepare(index)
        }
        return Int(count)
    }

    private func slot(_ index: Int) -> UnsafeMutableRawBufferPointer {
        let start = index * DatagramBatch.slotBytes
        return UnsafeMutableRawBufferPointer(
            rebasing: memory[start..<start + DatagramBatch.slotBytes])
    }

    /// Makes ready a header that is new or was used: the others the kernel has left as they were.
    private func prepare(_ index: Int) {
        let name = slot(index).baseAddress.map { $0 + DatagramBatch.datagramBytesMax }
        var header = msghdr()
        header.msg_iov = parts.baseAddress.map { $0 + index }
        header.msg_iovlen = 1
        header.msg_name = name
        header.msg_namelen = socklen_t(DatagramBatch.nameBytes)
        header.msg_control = name.map { $0 + DatagramBatch.nameBytes }
        header.msg_controllen = DatagramBatch.controlBytes
        headers[index] = mmsghdr(msg_hdr: header, msg_len: 0)
    }

    private func datagram(at index: Int) -> Datagram? {
        let header = headers[index]
        let length = Int(header.msg_len)
        guard header.msg_hdr.msg_flags & Int32(MSG_TRUNC) == 0,
            length <= DatagramBatch.datagramBytesMax
        else { return nil }
        let slot = UnsafeRawBufferPointer(slot(index))
        let nameStart = DatagramBatch.datagramBytesMax
        let nameLength = min(Int(header.msg_hdr.msg_namelen), DatagramBatch.nameBytes)
        let name = UnsafeRawBufferPointer(rebasing: slot[nameStart..<nameStart + nameLength])
        guard let source = SocketAddress(socketName: name) else { return nil }
        let controlStart = nameStart + DatagramBatch.nameBytes
        let controlLength = min(Int(header.msg_hdr.msg_controllen), DatagramBatch.controlBytes)
        let control = UnsafeRawBufferPointer(
            rebasing: slot[controlStart..<controlStart + controlLength])
        let packet = DatagramBatch.packetInformation(control)
        return Datagram(
            bytes: UnsafeRawBufferPointer(rebasing: slot[..<length]), source: source,
            destination: packet.destination, isUnicast: packet.isUnicast,
            interface: packet.interface)
    }

    fileprivate struct PacketInformation {
        var destination: SocketAddress?
        var isUnicast = false
        var interface: UInt32 = 0
    }

    /// Reads the destination and the interface out of control messages.
    private static func packetInformation(
        _ control: UnsafeRawBufferPointer
    ) -> PacketInformation {
        var start = 0
        while start + 16 <= control.count {
            let length = control.loadUnaligned(fromByteOffset: start, as: Int.self)
            guard length >= 16, length <= control.count - start else { break }
            let level = control.loadUnaligned(fromByteOffset: start + 8, as: Int32.self)
            let type = control.loadUnaligned(fromByteOffset: start + 12, as: Int32.self)
            let body = UnsafeRawBufferPointer(rebasing: control[(start + 16)..<(start + length)])
            if level == Int32(IPPROTO_IP), type == IP_PKTINFO, body.count >= 12 {
                return PacketInformation(ipv4: body)
            }
            if level == Int32(IPPROTO_IPV6), type == IPV6_PKTINFO, body.count >= 20 {
                return PacketInformation(ipv6: body)
            }
            start += (length + 7) & ~7
        }
        return PacketInformation()
    }
}

extension DatagramBatch.PacketInformation {
    /// Reads an `in_pktinfo`: index, our own address, the address in the header.
    fileprivate init(ipv4 body: UnsafeRawBufferPointer) {
        let header = body.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        destination = SocketAddress(ipv4: UInt32(bigEndian: header), port: 0)
        // They differ for groups and for broadcasts.
        isUnicast = body.loadUnaligned(fromByteOffset: 4, as: UInt32.self) == header
        interface = body.loadUnaligned(as: UInt32.self)
    }

    /// Reads an `in6_pktinfo`: the address in the header, index.
    fileprivate init(ipv6 body: UnsafeRawBufferPointer) {
        let high = body.loadUnaligned(as: UInt64.self)
        let low = body.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        interface = body.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
        // Without the scope, to be compared with the group's address.
        let address = SocketAddress(
            ipv6: UInt64(bigEndian: high), UInt64(bigEndian: low), port: 0)
        destination = address
        isUnicast = !address.isMulticast
    }
}
