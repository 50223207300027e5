import SessionCore

/// A datagram in words, for the trace.
struct DatagramText: CustomStringConvertible {
    let description: String

    init(_ bytes: [UInt8], in room: Room) {
        do throws(WireError) {
            let datagram = try Datagram(parsing: bytes, room: room)
            let frames = datagram.frames.map(Self.text).joined(separator: ", ")
            description = "#\(datagram.counter) \(bytes.count) B [\(frames)]"
        } catch {
            description = "\(bytes.count) B [\(error)]"
        }
    }

    private static func text(_ frame: Frame) -> String {
        switch frame {
        case .scope(let session): "scope \(session.rawValue)"
        case .entry(let entry): "entry \(entry.stream) \(entry.index)"
        case .repair(let origin, let entry):
            "repair \(short(origin)) \(entry.stream) \(entry.index)"
        case .high(let high): "high \(high.log)/\(high.messages)"
        case .state(let state):
            "state of \(state.people) with \(state.entries) "
                + String(state.digest >> 48, radix: 16)
                + (state.earlier.map {
                    ", \($0.session.rawValue) with \(String($0.digest >> 48, radix: 16))"
                } ?? "")
        case .nack(let missing): "nack \(missing.map(text).joined(separator: " "))"
        case .vector(let vector):
            "vector \(vector.holdings.map(text).joined(separator: " "))\(vector.asks ? "?" : "")"
        case .hello(let hello): "hello\(hello.isStarting ? ", starting" : "")"
        case .welcome(let id, let next): "welcome \(short(id)) from \(next)"
        case .leave(let high): "leave \(high.log)/\(high.messages)"
        case .probe(let id, _): "probe \(short(id))"
        case .probeAcknowledgement(let id, _): "here, \(short(id))"
        case .ephemeral(let value): "ephemeral \(value.key) version \(value.version)"
        case .offer(let id, let entries): "offer \(short(id)) \(entries)"
        case .pull(let id, let missing):
            "pull \(short(id)) \(missing.map(text).joined(separator: " "))"
        case .chunk(let id, let runs):
            "chunk \(short(id)) of \(runs.reduce(0) { $0 + $1.envelopes.count })"
        case .blobPull(let pull): "blob pull \(short(pull.donor)) \(pull.ranges)"
        case .blobChunk(let chunk): "blob chunk \(chunk.index)"
        case .parity(let parity):
            "parity \(parity.row + 1)/\(parity.rows) of \(parity.block.entryCount)"
        }
    }

    private static func text(_ missing: MissingRanges) -> String {
        let ranges = missing.ranges.map { "\($0.lowerBound)..<\($0.upperBound)" }
        return "\(short(missing.origin)) \(missing.stream) \(ranges.joined(separator: "+"))"
    }

    private static func text(_ holding: VectorFrame.Holding) -> String {
        let ranges = holding.ranges.map { "\($0.lowerBound)..<\($0.upperBound)" }
        return
            "\(short(holding.origin)) \(([String(holding.contiguous)] + ranges).joined(separator: "+"))"
    }

    static func short(_ id: ParticipantID) -> String {
        String(id.rawValue >> 48, radix: 16)
    }
}
