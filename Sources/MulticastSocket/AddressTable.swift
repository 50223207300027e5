/// Gives every address a number, and the address back for the number.
///
/// Bounded: two generations, of which the older is forgotten when the younger is full, so that a
/// flood of invented addresses costs no memory and addresses in use stay.
struct AddressTable {
    static let addressesMax = 4096

    private struct Generation {
        var tokens: [SocketAddress: UInt64] = [:]
        var addresses: [UInt64: SocketAddress] = [:]
    }

    private var young = Generation()
    private var old = Generation()
    private var lastToken: UInt64 = 0

    /// The address's number: the same as before, unless it was long unused.
    mutating func token(for address: SocketAddress) -> UInt64 {
        if let token = young.tokens[address] { return token }
        if let token = old.tokens[address] {
            insert(address, token)
            return token
        }
        lastToken += 1
        insert(address, lastToken)
        return lastToken
    }

    /// The number's address; nil where it is unknown or forgotten.
    mutating func address(for token: UInt64) -> SocketAddress? {
        if let address = young.addresses[token] { return address }
        guard let address = old.addresses[token] else { return nil }
        insert(address, token)
        return address
    }

    private mutating func insert(_ address: SocketAddress, _ token: UInt64) {
        if young.tokens.count >= AddressTable.addressesMax / 2 {
            old = young
            young = Generation()
        }
        young.tokens[address] = token
        young.addresses[token] = address
    }
}
