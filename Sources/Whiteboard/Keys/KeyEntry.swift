/// One line of the key table: keys that belong together, and what they do.
package struct KeyEntry: Sendable {
    package var context: Context
    package var group: Group
    package var bindings: [Binding]
    /// A word or two for the bottom line or the rail; nil where there is none.
    package var hint: String?
    package var help: String

    /// Where the keys mean this.
    package enum Context: Hashable, Sendable, CaseIterable {
        case canvas, text, list, search, question, help
    }

    /// The heading under which the help screen shows the line.
    package enum Group: String, Sendable, CaseIterable {
        case tools = "Tools"
        case ink = "Ink"
        case selection = "Selection"
        case pointer = "Pointer"
        case view = "View"
        case people = "People"
        case canvas = "Canvas"
        case program = "Program"
        case text = "While typing text"
        case list = "In a list"
        case search = "While searching"
        case question = "When asked"
        case help = "In this help"
    }

    package struct Binding: Hashable, Sendable {
        package var chord: Chord
        package var command: Command

        init(_ chord: Chord, _ command: Command) {
            self.chord = chord
            self.command = command
        }
    }

    init(
        _ context: Context, _ group: Group, _ bindings: [Binding], hint: String? = nil,
        help: String
    ) {
        self.context = context
        self.group = group
        self.bindings = bindings
        self.hint = hint
        self.help = help
    }

    /// Several keys for one command.
    init(
        _ context: Context, _ group: Group, _ chords: [Chord], _ command: Command,
        hint: String? = nil, help: String
    ) {
        self.init(
            context, group, chords.map { Binding($0, command) }, hint: hint, help: help)
    }

    /// The keys as they are written for people; what all arrows are held with is said once.
    package var label: String {
        bindings.enumerated().map { index, binding in
            let isRepeated =
                index > 0 && !binding.chord.isCharacter
                && bindings[index - 1].chord.modifiers == binding.chord.modifiers
            return isRepeated ? Chord(binding.chord.key).label : binding.chord.label
        }.joined(separator: " ")
    }
}
