import SessionCore

/// What one direction of a participant's path does to datagrams; portions are of 10,000.
struct Weather {
    /// Loss in bursts, after Gilbert: a good state and a bad one, each with its loss.
    struct Loss {
        var good = 0
        var bad = 0
        var entersBad = 0
        var leavesBad = 10_000
        var isBad = false

        mutating func strikes(using generator: inout Generator) -> Bool {
            guard good | bad != 0 else { return false }
            if generator.chance(isBad ? leavesBad : entersBad) { isBad.toggle() }
            return generator.chance(isBad ? bad : good)
        }
    }

    var loss = Loss()
    var duplicates = 0
    /// Microseconds by which a duplicate may lag behind.
    var duplicateLagMax: Int64 = 0
    /// Datagrams with flipped bits, cut short, or with noise at the end.
    var damage = 0
    /// Microseconds of delay beyond the latency, drawn for each datagram.
    var jitterMax: Int64 = 0
    /// Wi-Fi power saving: what comes waits for the next beacon.
    var waitsForBeacon = false
    var losesMulticast = false
    var losesUnicast = false
    /// Longer datagrams vanish.
    var bytesMax = Int.max

    static let beaconInterval: Int64 = 102_400

    /// Whether a datagram of so many bytes is lost.
    mutating func stops(
        _ count: Int, _ isMulticast: Bool, using generator: inout Generator
    ) -> Bool {
        if isMulticast ? losesMulticast : losesUnicast { return true }
        return count > bytesMax || loss.strikes(using: &generator)
    }

    /// Loses so many of 10,000 for good.
    static func losing(_ portion: Int) -> Weather {
        var weather = Weather()
        weather.loss.good = portion
        weather.loss.bad = portion
        return weather
    }

    /// What is sent to single participants gets through.
    static var losingMulticast: Weather {
        var weather = Weather()
        weather.losesMulticast = true
        return weather
    }

    /// Only what is shorter than a piece of a blob gets through.
    static var shortOnly: Weather {
        var weather = Weather()
        weather.bytesMax = WireLimit.blobPieceBytes
        return weather
    }

    /// Round trips take longer than on a wire.
    static var slow: Weather {
        var weather = Weather()
        weather.jitterMax = 100_000
        return weather
    }

    /// What a run has at its beginning, calm in one case of four.
    static func drawn(using generator: inout Generator) -> Weather {
        var weather = Weather()
        guard !generator.chance(2_500) else { return weather }
        weather.loss = drawnLoss(using: &generator)
        if generator.chance(4_000) {
            weather.duplicates = generator.below(2_000)
            weather.duplicateLagMax = generator.pick([1_000, 300_000, 3_000_000, 60_000_000]) ?? 0
        }
        if generator.chance(3_000) { weather.damage = generator.below(400) }
        let jitterMax: Int64 = generator.pick([0, 0, 1_000, 20_000, 300_000]) ?? 0
        weather.jitterMax = generator.within(0...jitterMax)
        weather.waitsForBeacon = generator.chance(800)
        return weather
    }

    /// Little loss, and a delay that varies by less than a round trip.
    static func gentle(latencyMax: Int64, using generator: inout Generator) -> Weather {
        var weather = Weather.losing(generator.below(251))
        weather.jitterMax = generator.within(0...latencyMax / 2)
        return weather
    }

    /// Something worse that passes: what a fault brings.
    static func storm(using generator: inout Generator) -> Weather {
        var weather = Weather.drawn(using: &generator)
        switch generator.below(8) {
        case 0: weather.losesMulticast = true
        case 1: weather.losesUnicast = true
        case 2: weather.bytesMax = Int(generator.within(200...900))
        case 3: weather.damage = generator.below(3_000)
        case 4: weather.jitterMax = 300_000
        case 5:
            weather.duplicates = 5_000
            weather.duplicateLagMax = 1_000_000
        default: weather.loss = drawnLoss(using: &generator)
        }
        return weather
    }

    private static func drawnLoss(using generator: inout Generator) -> Loss {
        var loss = Loss()
        if generator.chance(5_000) {
            loss.good = generator.below(4_001)
            loss.bad = loss.good
        } else {
            loss.bad = Int(generator.within(5_000...10_000))
            loss.entersBad = Int(generator.within(50...1_000))
            loss.leavesBad = Int(generator.within(1_000...5_000))
        }
        return loss
    }
}
