/// What the command line asks for.
struct Arguments {
    var seeds: UInt64?
    var base: UInt64?
    var seed: UInt64?
    var peers: Int?
    var defect: String?
    var scenario: String?
    var isTraced = false
    var isSuite = false
    var keepsGoing = false
    var wantsHelp = false

    /// - Throws: what is wrong with the words, and what would be right.
    init(_ words: [String]) throws(Misuse) {
        var rest = words[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            let option = parts.first ?? word
            var inline = parts.count > 1 ? parts[1] : nil
            func value() throws(Misuse) -> String {
                if let given = inline {
                    inline = nil
                    return given
                }
                guard let next = rest.popFirst() else {
                    throw Misuse(message: "\(option) needs a value")
                }
                return next
            }
            switch option {
            case "--seeds": seeds = try Self.number(try value(), of: option)
            case "--seed": seed = try Self.number(try value(), of: option)
            case "--base": base = try Self.number(try value(), of: option)
            case "--peers":
                let count = try Self.number(try value(), of: option)
                guard (2...512).contains(count) else {
                    throw Misuse(message: "--peers takes 2 to 512")
                }
                peers = Int(count)
            case "--break": defect = try value()
            case "--scenario": scenario = try value()
            case "--suite": isSuite = true
            case "--keep-going": keepsGoing = true
            case "--trace": isTraced = true
            case "--help": wantsHelp = true
            default: throw Misuse(message: "there is no option \(option); see --help")
            }
            if inline != nil { throw Misuse(message: "\(option) takes no value") }
        }
    }

    private static func number(_ text: String, of option: String) throws(Misuse) -> UInt64 {
        guard let number = UInt64(text) else {
            throw Misuse(message: "\(option) takes a number, not \(text)")
        }
        return number
    }

    static let help = """
        usage: inkcast-sim [--seeds N] [--base S] [--keep-going] [--peers N] [--break RULE]
               inkcast-sim --seed S [--trace] [--peers N] [--break RULE]
               inkcast-sim --scenario NAME [--seeds N] [--base S]
               inkcast-sim --suite [--seeds N] [--base S]
               inkcast-sim --break all [--seeds N] [--base S]

          --seeds N      run N seeds (1000), from a fresh one on
          --base S       run them from seed S on
          --keep-going   run them all, whatever fails
          --seed S       run one seed
          --trace        with --seed: a line for each event
          --peers N      participants at the start (drawn, 2 to 8)
          --break RULE   plant a defect, to prove that the checkers see it; "list" names them,
                         "all" runs each up to N seeds (500) and says how it was found
          --scenario NAME  how soon and at what cost something comes right, N times (1); "list"
                         names them, "all" runs each
          --suite        N seeds (300) of 2 to 8, and 20 of 32 participants
        """
}

/// The command was used wrongly.
struct Misuse: Error {
    var message: String
}
