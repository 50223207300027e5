import CPlatform
import CursesTerminal
import Glibc
import InkCanvas
import Rooms
import Whiteboard

/// The program: a command line in, an exit status out.
package enum Inkcast {
    /// Runs the program to its end: status 0, or 1 where something failed, or 2 where the command
    /// line is wrong.
    ///
    /// - Parameter version: the version, and the commit in parentheses.
    package static func main(version: String) -> Never {
        exit(run(arguments, version))
    }

    /// The words of the command line behind the program's name.
    static var arguments: [String] {
        (0..<inkcast_argument_count()).dropFirst().map { String(cString: inkcast_argument($0)) }
    }

    static func run(_ arguments: [String], _ version: String) -> Int32 {
        let clock = Clock()
        let environment = EnvironmentTable.values()
        do {
            let parser = ArgumentParser(environment: environment)
            try run(try parser.parse(arguments), version, environment, clock)
            return 0
        } catch let error as UsageError {
            complain(error.description)
            return 2
        } catch {
            complain("\(error)")
            return 1
        }
    }

    private static func run(
        _ invocation: Invocation, _ version: String, _ environment: [String: String],
        _ clock: Clock
    ) throws {
        // Before the first thread; how wide a character is depends on it, on a pipe as well.
        _ = TextEncoding.ofLocale()
        switch invocation {
        case .help: Output.write(HelpText.text)
        case .version: Output.write(HelpText.version(version))
        case .resetTerminal: try Terminal.reset()
        case .screen(let options):
            try check(options)
            try draw(options, environment, clock)
        case .pipe(let options):
            try check(options)
            signal(SIGPIPE, SIG_IGN)
            let file = SettingsFile(directory: options.dataDirectory, environment: environment)
            let options = options.completed(by: file.load())
            let program = PipeProgram(room: options.room, queue: try EventQueue(), clock: clock)
            try program.run(WhiteboardRoom.configuration(options, environment: environment))
        case .rooms(let options):
            try InterfaceNames.check(options.interfaces)
            try RoomsProgram(options, clock: clock).run()
        }
    }

    /// Refuses what this machine does not have, or forbids.
    private static func check(_ options: Invocation.Options) throws(ProgramError) {
        try InterfaceNames.check(options.interfaces)
        guard let folder = options.dataDirectory, !folder.isEmpty, !KeptFile.canWrite(in: folder)
        else { return }
        throw .other("'\(folder)' cannot be written: give --data another folder, or --no-save")
    }

    private static func draw(
        _ options: Invocation.Options, _ environment: [String: String], _ clock: Clock
    ) throws {
        let encoding = TextEncoding.ofLocale()
        let file = SettingsFile(directory: options.dataDirectory, environment: environment)
        let kept = file.load()
        let isColorGiven = options.color != nil
        let options = options.completed(by: kept)
        let room = WhiteboardRoom.configuration(options, environment: environment)
        let queue = try EventQueue()
        // Before the first thread: it changes the environment for a moment.
        let signals = try SignalPipe()
        let terminal = try openTerminal(options)
        let connection: RoomConnection
        do throws(GroupSessionError) {
            connection = try WhiteboardRoom.enter(room, queue)
        } catch {
            terminal.close()
            throw ProgramError.room(error)
        }
        var settings = Settings(
            author: AuthorID(connection.participant), person: Person(room.profile),
            room: options.room, exposure: options.isSolo ? .solo : .lan,
            scalarColumns: { TextEncoding.columns($0) })
        settings.canChooseGlyphs = encoding == .utf8
        let chosen = options.glyphs.flatMap { GlyphSet(rawValue: $0) }
        settings.glyphs =
            (settings.canChooseGlyphs ? chosen : nil) ?? glyphs(of: environment["TERM"], encoding)
        settings.mayChangeColor = !isColorGiven
        settings.hasHints = kept?.hasHints ?? true
        settings.isFirstStart = kept == nil && file.path != nil
        let program = ScreenProgram(
            settings, terminal: terminal, signals: signals, queue: queue, clock: clock,
            room: room,
            lan: .lan(interfaces: options.interfaces, peers: options.peers), file: file,
            copyFile: CopyFile(directory: options.dataDirectory, environment: environment),
            isRemote: environment["SSH_CONNECTION"] != nil)
        program.run(connection)
    }

    /// What a terminal can show ink with: the fonts of consoles and of old terminals have no
    /// braille.
    static func glyphs(of type: String?, _ encoding: TextEncoding) -> GlyphSet {
        let family = type?.prefix { $0 != "-" } ?? ""
        let isPlain = ["linux", "vt100", "vt220", "cons25"].contains(family)
        return isPlain || encoding == .ascii ? .ascii : .braille
    }

    private static func openTerminal(_ options: Invocation.Options) throws -> Terminal {
        var configuration = TerminalConfiguration.fromEnvironment()
        if !options.usesMouse {
            configuration.mouse = .none
        } else if !options.usesHover {
            configuration.mouse = .withoutHover
        }
        if let depth = options.palette.flatMap(depth) { configuration.depthMax = depth }
        return try Terminal(try TerminalDevice.standard(), configuration)
    }

    /// The most colours that a value of `--palette` allows.
    static func depth(_ palette: String) -> ColorDepth? {
        switch palette {
        case "256": .palette
        case "16": .sixteen
        case "8": .eight
        case "none": ColorDepth.none
        default: nil
        }
    }

    static func complain(_ message: String) {
        let line = Array("inkcast: \(message)\n".utf8)
        _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }
}
