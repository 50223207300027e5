/// One line of `inkcast pipe`'s input; unknown keys are ignored.
struct PipeCommand: Decodable {
    var `do`: String
    var points: [[Int32]]?
    var at: [Int32]?
    var color: UInt8?
    var width: UInt8?
    var text: String?
    var title: String?
    var object: String?
    var position: [Int32]?
    var locked: Bool?
    var z: String?
    var radius: Int32?
    var from: [Int32]?
    var to: [Int32]?
    var look: String?
    var line: String?
    var columns: Int?
    var rows: Int?
    var zoom: Double?
    var glyphs: String?
    var `for`: String?
    var count: Int?
    var seconds: Double?
}

/// What is wrong with a command, as the `error` event says it.
struct PipeError: Error {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}

extension PipeError {
    static let notACommand = PipeError(
        "not a command: each line is a JSON object with a \"do\", and values of the right kind")
    static let lineTooLong = PipeError("a line may have at most \(LineBuffer.lineBytesMax) bytes")
}
