import Glibc

extension SocketAddress {
    /// Reads `10.0.0.2`, `10.0.0.2:99`, `fd00::2`, `fe80::2%eth0` or `[fe80::2%eth0]:99`.
    ///
    /// Numbers only, no names; nil where the text is none of these, or names no interface here.
    package init?(parsing text: String, defaultPort: UInt16 = MulticastSocket.Options.defaultPort) {
        guard let (host, portText) = SocketAddress.split(text) else { return nil }
        var port = defaultPort
        if let portText {
            guard let number = UInt16(portText), number > 0 else { return nil }
            port = number
        }
        let parts = host.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.map(String.init) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        if parts.count == 1, inet_pton(AF_INET, address, &bytes) == 1 {
            self.init(ipv4: bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }, port: port)
        } else if inet_pton(AF_INET6, address, &bytes) == 1 {
            let scope = parts.count == 2 ? if_nametoindex(String(parts[1])) : 0
            guard parts.count == 1 || scope > 0 else { return nil }
            self.init(
                ipv6: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
                bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }, port: port, scope: scope)
        } else {
            return nil
        }
    }

    private static func split(_ text: String) -> (host: String, port: String?)? {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let host = String(text[text.index(after: text.startIndex)..<end])
            let rest = text[text.index(after: end)...]
            if rest.isEmpty { return (host, nil) }
            return rest.hasPrefix(":") ? (host, String(rest.dropFirst())) : nil
        }
        let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
        return pieces.count == 2 ? (String(pieces[0]), String(pieces[1])) : (text, nil)
    }
}
