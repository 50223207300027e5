/// One process in a room: random for every start and never reused.
package struct ParticipantID: Hashable, Comparable, Sendable {
    package var rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: ParticipantID, right: ParticipantID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Who a person says they are, beyond one process: an id kept on disk.
package struct PersonID: Hashable, Sendable {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// One run of one activity in a room.
package struct SessionID: Hashable, Comparable, Sendable {
    package var rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: SessionID, right: SessionID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Bytes too many for an entry, named by what they are: the first 16 bytes of their SHA-256.
package struct BlobID: Hashable, Comparable, Sendable {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package static func < (left: BlobID, right: BlobID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

/// Where a datagram came from or goes to: a token of the shell's, equal for equal addresses.
package struct PeerAddress: Hashable, Comparable, Sendable {
    package var rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: PeerAddress, right: PeerAddress) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// What a participant shows of itself.
package struct Profile: Hashable, Sendable {
    package var person: PersonID
    /// At most 64 bytes of UTF-8; longer names are cut at a character.
    package var name: String
    /// A colour of the palette, 1 to 64.
    package var color: UInt8

    package init(person: PersonID, name: String, color: UInt8) {
        self.person = person
        self.name = name
        self.color = color
    }
}

/// What a room does together: an identifier, and the encoded value that is the same for all.
package struct Activity: Hashable, Sendable {
    /// At most 128 bytes of UTF-8.
    package var identifier: String
    /// At most 512 bytes.
    package var payload: [UInt8]

    package init(identifier: String, payload: [UInt8]) {
        self.identifier = identifier
        self.payload = payload
    }
}
