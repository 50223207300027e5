import CursesTerminal
import Rooms
import TerminalUI

/// `inkcast rooms`: who is where on the network.
struct RoomsProgram {
    private let options: Invocation.Options
    private let clock: Clock

    /// Long enough to hear every participant name its room once.
    private static let listening = Duration.milliseconds(2300)

    init(_ options: Invocation.Options, clock: Clock) {
        self.options = options
        self.clock = clock
    }

    func run() throws(ProgramError) {
        var browser: RoomBrowser
        do throws(GroupSessionError) {
            browser = try RoomBrowser(.lan(interfaces: options.interfaces, peers: options.peers))
        } catch {
            throw .room(error)
        }
        var last: [RoomBrowser.Room]?
        repeat {
            let rooms = browser.listen(for: Self.listening)
            if rooms != last { tell(rooms) }
            last = rooms
        } while options.isWatching
    }

    private func tell(_ rooms: [RoomBrowser.Room]) {
        if options.isJSON {
            for room in rooms { Output.write(event(room).line(at: clock.microseconds)) }
            if options.isWatching {
                let count = PipeEvent("rooms", [("count", .number(rooms.count))])
                Output.write(count.line(at: clock.microseconds))
            }
            return
        }
        guard !rooms.isEmpty else {
            Output.write("no room heard; inkcast opens one\n")
            return
        }
        for room in rooms {
            let people = room.people == 1 ? "1 person" : "\(room.people) people"
            let names =
                room.names.isEmpty ? "" : ": " + room.names.map(safe).joined(separator: ", ")
            Output.write("\(safe(room.name)) (\(people))\(names)\n")
        }
    }

    private func event(_ room: RoomBrowser.Room) -> PipeEvent {
        PipeEvent(
            "room",
            [
                ("name", .text(room.name)), ("activity", .text(room.activity)),
                ("people", .number(room.people)),
                ("names", .list(room.names.map { .text($0) })),
            ])
    }

    /// A name from the network as a terminal may see it.
    private func safe(_ name: String) -> String {
        DisplayText(name: name, { TextEncoding.columns($0) }).string
    }
}
