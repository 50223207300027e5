import CPlatform
import Glibc

extension Terminal {
    /// Gives the terminal back for good; more calls do nothing.
    package func close() {
        leave()
        state = .closed
    }

    /// Gives the terminal to the shell and stops, as Ctrl-Z does elsewhere.
    ///
    /// Returns when the program goes on: in the foreground with the screen taken and painted
    /// again, in the background without. A stop that somebody asked of this process alone leaves
    /// its group running.
    package func suspend(wholeGroup: Bool = true) {
        guard state == .drawing else { return }
        leave()
        inkcast_stop(wholeGroup ? 1 : 0)
        resume()
    }

    /// Takes the terminal again after the program went on, if the shell has put us in front.
    ///
    /// For each `SignalPipe.Signal.continued`, and now and then while `isAway`; true if the screen
    /// is ours.
    @discardableResult
    package func resume() -> Bool {
        guard state != .closed else { return false }
        guard device.isForeground else {
            leave(isForeground: false)
            return false
        }
        // After SIGSTOP the shell took the terminal without our knowing.
        if state == .drawing, hasOurSettings { return true }
        if state == .away { found = device.settings }
        enter()
        resize()
        redraw()
        return true
    }

    /// Undoes what a killed run left behind, in the terminal and in its line settings.
    package static func reset() throws(TerminalError) {
        reset(try TerminalDevice.standard())
    }

    static func reset(_ device: borrowing TerminalDevice) {
        // Leaving a screen that was left already goes to where the cursor was saved last, and
        // letting the whole screen scroll goes to its top.
        device.writeAll(Sequences.saveCursor)
        inkcast_guard_write_restore(device.descriptor)
        device.writeAll(
            Sequences.saveCursor + Sequences.wholeScreenScrolls + Sequences.restoreCursor)
        _ = inkcast_terminal_make_sane(device.descriptor)
    }

    // MARK: Steps

    static func arm(
        _ descriptor: Int32, _ found: termios?, _ configuration: TerminalConfiguration
    ) {
        if var found {
            inkcast_guard_arm(descriptor, &found, configuration.holdsErrors)
        } else {
            inkcast_guard_arm(descriptor, nil, configuration.holdsErrors)
        }
    }

    func enter() {
        Self.arm(device.descriptor, found, configuration)
        device.makeNonBlocking()
        if var raw = found {
            cfmakeraw(&raw)
            device.apply(raw)
        }
        queue(Sequences.enter(configuration.mouse))
        state = .drawing
    }

    /// Without `isForeground` the line settings are the shell's already, and its input is too.
    private func leave(isForeground: Bool = true) {
        guard state == .drawing else { return }
        state = .away
        forgetShown()
        // An unfinished frame comes first: its rest could be read as something else.
        let rest = takeUnwritten() + Sequences.leave
        let isOurs = isForeground && found != nil && !isHungUp
        let asks = isOurs && configuration.farewellMilliseconds > 0
        device.writeAll(rest + (asks ? Sequences.question : []))
        if asks { awaitAnswer() }
        device.writeAll(take(inkcast_screen_leave(screen)))
        if isOurs, let found { device.apply(found) }
        device.giveBackFlags()
        inkcast_guard_disarm()
    }

    /// Swallows mouse reports on their way until the terminal has heard that we want no more;
    /// the shell would take them for commands.
    private func awaitAnswer() {
        let deadline = Self.milliseconds + Int64(configuration.farewellMilliseconds)
        var swallowed: [UInt8] = []
        while !Sequences.contains(swallowed, Sequences.answer) {
            let left = deadline - Self.milliseconds
            guard left > 0, device.wait(for: POLLIN, milliseconds: Int32(left)) else { return }
            swallowed = swallowed.suffix(Sequences.answer.count)
            if case .ended = device.read(into: &swallowed) { return }
        }
    }

    private static var milliseconds: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }

    private var hasOurSettings: Bool {
        guard found != nil else { return true }
        guard let now = device.settings else { return true }
        return now.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0
    }
}
