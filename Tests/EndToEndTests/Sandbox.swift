import Foundation
import Glibc
import Testing

/// A place for real programs: a network of its own with nothing but `lo`, and homes of its own.
///
/// Everything in it ends with it.
final class Sandbox {
    let folder: URL
    private let holder: Program
    private var count = 0

    /// The program under test.
    static var program: String {
        ProcessInfo.processInfo.environment["INKCAST_PROGRAM"]
            ?? root.appending(path: ".build/release/inkcast").path(percentEncoded: false)
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "inkcast-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let holder = try Program(
            ["unshare", "--net", "sh", "-c", "ip link set lo up && echo ready && read x"],
            environment: Self.environment(home: folder),
            output: folder.appending(path: "network"))
        self.holder = holder
        try #require(eventually { holder.printed == "ready\n" }, "run the tests with `make test`")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts a command in this network.
    func start(_ arguments: [String], home: String = "home") throws -> Program {
        count += 1
        let network = "--net=/proc/\(holder.identifier)/ns/net"
        return try Program(
            ["nsenter", network, "--"] + arguments,
            environment: Self.environment(home: folder.appending(path: home)),
            output: folder.appending(path: "output-\(count)"))
    }

    /// Runs a command in this network to its end, and gives what it printed.
    @discardableResult
    func run(_ arguments: [String], home: String = "home") throws -> String {
        let program = try start(arguments, home: home)
        program.waitUntilExit()
        return program.printed
    }

    /// Drops so many of a thousand UDP datagrams on arrival.
    func lose(permille: Int) throws {
        try filter(["meta l4proto udp numgen random mod 1000 < \(permille) drop"])
    }

    /// Adds rules for what arrives.
    func filter(_ rules: [String]) throws {
        let table = [
            "add table inet sandbox",
            "add chain inet sandbox arrival { type filter hook input priority 0; }",
        ]
        for rule in table + rules.map({ "add rule inet sandbox arrival \($0)" }) {
            let program = try start(["nft", rule])
            try #require(program.waitUntilExit() == 0, "nft \(rule)")
        }
    }

    static func environment(home: URL) -> [String: String] {
        [
            "HOME": home.path(percentEncoded: false), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": "C.UTF-8", "USER": "tester", "SWIFT_BACKTRACE": "interactive=no,color=no",
        ]
    }
}

/// Waits until a condition holds; false where it does not within so many seconds.
@discardableResult
func eventually(within seconds: Double = 10, _ condition: () throws -> Bool) rethrows -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
        if try condition() { return true }
        poll(nil, 0, 20)
    }
    return try condition()
}
