/// Log entries that one donor multicast in a few datagrams, the *sources*, one behind the other.
///
/// A *parity* is a sum of the sources over GF(2^8) in which each counts another number of times.
/// Whoever has received any of sources and parities, as many as there are sources, has all: the
/// factors are a Cauchy matrix, of which any square part can be inverted.
package struct ParityBlock: Hashable, Sendable {
    /// What the sources hold, in the order sent.
    package var entries: [MissingRanges] = []
    /// How many of the entries each source holds.
    package var counts: [UInt32] = []
    /// The sum of the entries' hashes, as of a session's digest.
    package var digest: UInt64 = 0

    package init() {}

    /// How often a source counts in a parity.
    static func factor(of source: Int, in row: Int) -> UInt8 {
        GaloisField.inverse(
            UInt8(truncatingIfNeeded: row) ^ 0x80 ^ UInt8(truncatingIfNeeded: source))
    }

    package var entryCount: Int { entries.reduce(0) { $0 + $1.ranges.reduce(0) { $0 + $1.count } } }

    /// The entries of each source.
    var sources: [[MissingRanges]] {
        var rest = entries.flatMap { item in
            item.ranges.map { MissingRanges(origin: item.origin, stream: .log, ranges: [$0]) }
        }[...]
        return counts.map { count in
            var left = Int(count)
            var source: [MissingRanges] = []
            while left > 0, let first = rest.first, let range = first.ranges.first {
                let part = range.prefix(left)
                left -= part.count
                source.append(
                    MissingRanges(origin: first.origin, stream: .log, ranges: [part]))
                rest.removeFirst()
                guard part.count < range.count else { continue }
                let behind = part.upperBound..<range.upperBound
                rest.insert(
                    MissingRanges(origin: first.origin, stream: .log, ranges: [behind]),
                    at: rest.startIndex)
            }
            return source
        }
    }

    /// Notes what another source holds.
    mutating func add(_ runs: [ChunkRun]) {
        digest &+= ChunkRun.digest(of: runs)
        var count: UInt32 = 0
        for run in runs {
            count += UInt32(run.envelopes.count)
            let last = entries.last?.ranges.last
            if let last, entries[entries.count - 1].origin == run.origin,
                last.upperBound <= run.firstIndex,
                entries[entries.count - 1].ranges.count < WireLimit.rangesPerOriginMax
            {
                let place = entries.count - 1
                if last.upperBound == run.firstIndex {
                    entries[place].ranges.removeLast()
                    entries[place].ranges.append(last.lowerBound..<run.indices.upperBound)
                } else {
                    entries[place].ranges.append(run.indices)
                }
            } else {
                entries.append(
                    MissingRanges(origin: run.origin, stream: .log, ranges: [run.indices]))
            }
        }
        counts.append(count)
    }
}

/// One parity of a block, of so many.
package struct ParityFrame: Hashable, Sendable {
    package var block: ParityBlock
    package var row: UInt8
    package var rows: UInt8
    package var bytes: [UInt8]

    package init(block: ParityBlock, row: UInt8, rows: UInt8, bytes: [UInt8]) {
        self.block = block
        self.row = row
        self.rows = rows
        self.bytes = bytes
    }

    var isLast: Bool { row + 1 == rows }
}

/// Makes the parities of the sources that are being sent.
struct ParityEncoder: Sendable {
    let session: SessionID
    private var block = ParityBlock()
    private var sums = [[UInt8]](repeating: [], count: WireLimit.paritiesMax)

    /// What a block may take to describe, and a source to hold, so that a parity fits into a
    /// datagram.
    static let descriptionBytesMax = 160
    static let sourceBytesMax = Datagram.framesBytesMax - descriptionBytesMax - 80

    init(session: SessionID) { self.session = session }

    var isFull: Bool { block.counts.count >= WireLimit.paritySourcesMax }

    /// Takes one more source; false where there is no room for it.
    mutating func add(_ runs: [ChunkRun]) -> Bool {
        let bytes = Self.source(of: runs)
        var longer = block
        longer.add(runs)
        guard !isFull, bytes.count <= Self.sourceBytesMax,
            longer.descriptionBytes <= Self.descriptionBytesMax
        else { return false }
        let place = block.counts.count
        block = longer
        for row in sums.indices {
            let factor = ParityBlock.factor(of: place, in: row)
            GaloisField.add(bytes, times: factor, to: &sums[row])
        }
        return true
    }

    /// Three parities for sixteen sources, and at least one.
    var parities: [ParityFrame] {
        let sources = block.counts.count
        let most = WireLimit.paritySourcesMax
        let rows = (sources * WireLimit.paritiesMax + most - 1) / most
        return sums[..<rows].indices.map { row in
            ParityFrame(block: block, row: UInt8(row), rows: UInt8(rows), bytes: sums[row])
        }
    }

    /// The bytes of a source: what a CHUNK holds of envelopes.
    static func source(of runs: [ChunkRun]) -> [UInt8] {
        var writer = ByteWriter(reserving: Datagram.bytesMax)
        for run in runs {
            for envelope in run.envelopes { writer.writeBlock(envelope) }
        }
        return writer.bytes
    }
}

/// Blocks of which parities have come, and not yet enough.
struct ParityDecoder: Sendable {
    private var pending: [Pending] = []

    private struct Pending: Sendable {
        var session: SessionID
        var block: ParityBlock
        var parities = OrderedMap<UInt8, [UInt8]>()
    }

    static let blocksMax = 8

    var count: Int { pending.count }

    /// Takes a parity of a block that this node lacks something of; the entries of the sources that
    /// it lacks, as soon as they follow from what it has.
    mutating func take(
        _ frame: ParityFrame, in session: SessionID, beside replica: Replica
    ) -> [ChunkRun]? {
        let place: Int
        if let known = pending.firstIndex(where: {
            $0.session == session && $0.block == frame.block
        }) {
            place = known
        } else {
            if pending.count >= Self.blocksMax { pending.removeFirst() }
            pending.append(Pending(session: session, block: frame.block))
            place = pending.count - 1
        }
        pending[place].parities[frame.row] = frame.bytes
        let sources = frame.block.sources
        var lacking: [Int] = []
        var held: [(place: Int, bytes: [UInt8])] = []
        for (place, source) in sources.enumerated() {
            if let bytes = replica.source(of: source) {
                held.append((place, bytes))
            } else {
                lacking.append(place)
            }
        }
        guard lacking.count <= pending[place].parities.count else { return nil }
        var equations: [Equation] = []
        for (row, parity) in zip(pending[place].parities.keys, pending[place].parities.values)
        where equations.count < lacking.count {
            var equation = Equation(
                factors: lacking.map { ParityBlock.factor(of: $0, in: Int(row)) }, sum: parity)
            for source in held {
                GaloisField.add(
                    source.bytes, times: ParityBlock.factor(of: source.place, in: Int(row)),
                    to: &equation.sum)
            }
            equations.append(equation)
        }
        pending.remove(at: place)
        Equation.solve(&equations)
        var runs: [ChunkRun] = []
        for (place, equation) in zip(lacking, equations) {
            guard let found = sources[place].runs(parsing: equation.sum) else { return nil }
            runs += found
        }
        let others = held.map { sources[$0.place] }
        let digest = ChunkRun.digest(of: runs) &+ replica.digest(of: others)
        return digest == frame.block.digest ? runs : nil
    }

    /// Sources that are lacking, each so many times, and what they add up to.
    private struct Equation: Sendable {
        var factors: [UInt8]
        var sum: [UInt8]

        /// Gauss's and Jordan's elimination: then the sums are the sources.
        static func solve(_ equations: inout [Equation]) {
            for column in equations.indices {
                guard
                    let pivot = equations.indices.first(where: {
                        $0 >= column && equations[$0].factors[column] != 0
                    })
                else { return }
                equations.swapAt(column, pivot)
                let inverse = GaloisField.inverse(equations[column].factors[column])
                let chosen = equations[column].times(inverse)
                equations[column] = chosen
                for other in equations.indices where other != column {
                    let factor = equations[other].factors[column]
                    GaloisField.add(chosen.factors, times: factor, to: &equations[other].factors)
                    GaloisField.add(chosen.sum, times: factor, to: &equations[other].sum)
                }
            }
        }

        private func times(_ factor: UInt8) -> Equation {
            var product = Equation(factors: [], sum: [])
            GaloisField.add(factors, times: factor, to: &product.factors)
            GaloisField.add(sum, times: factor, to: &product.sum)
            return product
        }
    }
}

extension [MissingRanges] {
    /// The entries that a source's bytes hold; nil where they are no such.
    fileprivate func runs(parsing bytes: [UInt8]) -> [ChunkRun]? {
        var reader = ByteReader(bytes)
        var runs: [ChunkRun] = []
        for item in self {
            for range in item.ranges {
                var run = ChunkRun(
                    origin: item.origin, firstIndex: range.lowerBound, envelopes: [])
                for _ in range {
                    guard let envelope = try? reader.readBlock(upTo: Envelope.bytesMax) else {
                        return nil
                    }
                    run.envelopes.append(envelope)
                }
                runs.append(run)
            }
        }
        return runs
    }
}

extension Replica {
    /// All of these entries of the log are held.
    func holds(_ entries: [MissingRanges]) -> Bool {
        entries.allSatisfy { item in
            guard let log = logs.index(of: item.origin) else { return false }
            return item.ranges.allSatisfy { range in
                logs.values[log].store.held(in: range, rangesMax: 1).first == range
            }
        }
    }

    /// The bytes of a source; nil where anything of it is lacking.
    fileprivate func source(of entries: [MissingRanges]) -> [UInt8]? {
        var writer = ByteWriter(reserving: Datagram.bytesMax)
        for item in entries {
            guard let log = logs.index(of: item.origin) else { return nil }
            for range in item.ranges {
                for index in range {
                    guard let envelope = logs.values[log].store[index],
                        writer.count < Datagram.bytesMax
                    else { return nil }
                    writer.writeBlock(envelope)
                }
            }
        }
        return writer.bytes
    }

    /// The sum of the hashes of these sources' entries.
    fileprivate func digest(of sources: [[MissingRanges]]) -> UInt64 {
        var digest: UInt64 = 0
        for item in sources.joined() {
            guard let log = logs.index(of: item.origin) else { continue }
            for index in item.ranges.joined() {
                guard let envelope = logs.values[log].store[index] else { continue }
                digest &+= Self.hash(envelope, from: item.origin, at: index)
            }
        }
        return digest
    }
}

extension ChunkRun {
    /// The sum of the hashes of all entries.
    fileprivate static func digest(of runs: [ChunkRun]) -> UInt64 {
        var digest: UInt64 = 0
        for run in runs {
            for (index, envelope) in zip(run.indices, run.envelopes) {
                digest &+= Replica.hash(envelope, from: run.origin, at: index)
            }
        }
        return digest
    }
}
