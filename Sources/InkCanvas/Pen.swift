/// The local author's side: numbers objects and actions, stamps operations, and takes back its own.
///
/// Every method gives the bodies to append to the author's log; they reach the canvas from there.
/// In another session it goes on by `enterSession`.
package struct Pen: Sendable {
    package let author: AuthorID
    /// The stroke that is being drawn.
    package internal(set) var openStroke: OpenStroke?

    var lastObject: UInt32 = 0
    private var lastAction: UInt32 = 0
    private var lastStamp: UInt64 = 0
    private var done: [UInt32] = []
    private var undone: [UInt32] = []
    /// What was done up to it was done in other sessions, and may not have come along.
    private var lastActionElsewhere: UInt32 = 0
    private var gesture = Gesture.single

    /// What calls share an action.
    private enum Gesture: Sendable {
        /// Each call is an action by itself.
        case single
        /// The next call begins the action of all until the gesture's end.
        case begun
        case running(UInt32)
    }

    package init(author: AuthorID) {
        self.author = author
    }

    /// Goes on in another session.
    ///
    /// Numbers go on, as what was drawn may have come along, and no log has a number twice. What came
    /// along can still be undone; nothing else of before can.
    package mutating func enterSession(bringsAlong: Bool) {
        openStroke = nil
        gesture = .single
        lastActionElsewhere = lastAction
        undone = []
        if !bringsAlong { done = [] }
    }

    package var canUndo: Bool { !done.isEmpty }
    package var canRedo: Bool { !undone.isEmpty }

    /// Makes what is done until `endGesture` one action: one undo takes it all back.
    package mutating func beginGesture() {
        gesture = .begun
    }

    package mutating func endGesture() {
        gesture = .single
    }

    // MARK: Objects

    /// Writes a text; what does not fit into `CanvasLimit.textBytesMax` is left out.
    package mutating func write(
        _ text: String, at position: Dot, style: InkStyle, on canvas: Canvas
    ) -> (object: ObjectID, bodies: [[UInt8]]) {
        lastObject += 1
        let operation = Operation.text(
            lastObject, position: position.clamped, string: text, style: style)
        return (
            ObjectID(author: author, number: lastObject), bodies([operation], on: canvas)
        )
    }

    /// Draws the number of an object to be, so that previews can name it.
    package mutating func reserveObject() -> ObjectID {
        lastObject += 1
        return ObjectID(author: author, number: lastObject)
    }

    /// Draws a shape, under a reserved number if there is one.
    package mutating func draw(
        _ shape: Shape, style: InkStyle, as reserved: ObjectID? = nil, on canvas: Canvas
    ) -> (object: ObjectID, bodies: [[UInt8]]) {
        let object = reserved ?? reserveObject()
        return (object, bodies([.shape(object.number, shape, style: style)], on: canvas))
    }

    /// Puts up a note of a width in dots, under a reserved number if there is one.
    package mutating func note(
        _ text: String, at position: Dot, width: UInt16, style: InkStyle,
        as reserved: ObjectID? = nil, on canvas: Canvas
    ) -> (object: ObjectID, bodies: [[UInt8]]) {
        let object = reserved ?? reserveObject()
        let operation = Operation.note(
            object.number, position: position.clamped, width: width.clampedNoteWidth,
            string: text, style: style)
        return (object, bodies([operation], on: canvas))
    }

    package mutating func stamp(
        _ stamp: Stamp, _ place: Stamp.Place, style: InkStyle, on canvas: Canvas
    ) -> (object: ObjectID, bodies: [[UInt8]]) {
        let object = reserveObject()
        return (object, bodies([.stamp(object.number, stamp, place, style: style)], on: canvas))
    }

    package mutating func set(
        _ fields: [Operation.Field], of objects: [ObjectID], on canvas: Canvas
    ) -> [[UInt8]] {
        let operations = objects.flatMap { object in
            fields.map { Operation.set(object, $0) }
        }
        return bodies(operations, on: canvas)
    }

    package mutating func hide(_ objects: [ObjectID], on canvas: Canvas) -> [[UInt8]] {
        bodies(objects.map { .hide($0, .whole) }, on: canvas)
    }

    /// Rubs out ink along the eraser's path; nothing if none is there.
    package mutating func erase(
        along path: [Dot], radius: Int32, on canvas: Canvas
    ) -> [[UInt8]] {
        erase(canvas.rubbings(along: path, radius: radius), on: canvas)
    }

    /// The same of what is known to be there.
    package mutating func erase(_ rubbings: [Canvas.Rubbing], on canvas: Canvas) -> [[UInt8]] {
        let operations = rubbings.flatMap { rubbing in
            guard case .ranges(let ranges) = rubbing.extent else {
                return [Operation.hide(rubbing.object, rubbing.extent)]
            }
            return ranges.pieces(of: Self.rangesPerEntryMax).map {
                Operation.hide(rubbing.object, .ranges($0))
            }
        }
        return bodies(operations, on: canvas)
    }

    private static let rangesPerEntryMax = 80
    private static let slicesPerEntryMax = 60

    /// Hides all that is visible; what others draw meanwhile stays.
    package mutating func clear(_ canvas: Canvas) -> [[UInt8]] {
        clear(canvas.visibleObjects, seen: canvas.seen, on: canvas)
    }

    /// Hides all of somebody's ink that is on the canvas; what they draw meanwhile stays.
    package mutating func clear(inkOf author: AuthorID, on canvas: Canvas) -> [[UInt8]] {
        clear(
            canvas.visibleObjects.filter { $0.id.author == author },
            seen: canvas.seen.filter { $0.author == author }, on: canvas)
    }

    /// What lies behind a gap in its author's log is hidden by name.
    private mutating func clear(
        _ visible: [CanvasObject], seen: [Operation.Slice], on canvas: Canvas
    ) -> [[UInt8]] {
        guard !visible.isEmpty else { return [] }
        let beyond = visible.filter { object in
            !seen.contains { $0.author == object.id.author && object.entry.index < $0.seen }
        }
        let operations = seen.pieces(of: Self.slicesPerEntryMax).map { Operation.clear($0) }
        return bodies(operations + beyond.map { .hide($0.id, .whole) }, on: canvas)
    }

    package mutating func title(_ title: String, on canvas: Canvas) -> [[UInt8]] {
        bodies([.title(title)], on: canvas)
    }

    // MARK: Undo

    /// Takes back the latest of one's own actions that stands.
    package mutating func undo(on canvas: Canvas) -> [[UInt8]] {
        let last = done.lastIndex { action in
            action > lastActionElsewhere
                || canvas.knows(ActionID(author: author, number: action))
        }
        guard let last else { return [] }
        let action = done.remove(at: last)
        undone.append(action)
        return [toggle(action, isUndone: true, on: canvas)]
    }

    /// Puts the action on again that was taken back last.
    package mutating func redo(on canvas: Canvas) -> [[UInt8]] {
        guard let action = undone.popLast() else { return [] }
        done.append(action)
        return [toggle(action, isUndone: false, on: canvas)]
    }

    private mutating func toggle(
        _ action: UInt32, isUndone: Bool, on canvas: Canvas
    ) -> [UInt8] {
        let target = ActionID(author: author, number: action)
        return body(.undo(target, isUndone: isUndone), action: 0, on: canvas)
    }

    // MARK: Bodies

    mutating func bodies(_ operations: [Operation], on canvas: Canvas) -> [[UInt8]] {
        guard !operations.isEmpty else { return [] }
        let action = takeAction()
        return operations.map { body($0, action: action, on: canvas) }
    }

    /// The action that an operation now belongs to: what can be undone next.
    mutating func takeAction() -> UInt32 {
        if case .running(let action) = gesture { return action }
        lastAction += 1
        done.append(lastAction)
        if done.count > CanvasLimit.undoDepthMax { done.removeFirst() }
        undone = []
        if case .begun = gesture { gesture = .running(lastAction) }
        return lastAction
    }

    /// Forgets an action of which nothing was said.
    mutating func dropAction(_ action: UInt32) {
        if case .running = gesture { return }
        if done.last == action { done.removeLast() }
    }

    mutating func body(_ operation: Operation, action: UInt32, on canvas: Canvas) -> [UInt8] {
        lastStamp = min(max(lastStamp, canvas.maximumStamp) + 1, CanvasLimit.stampMax)
        return CanvasEntry(stamp: lastStamp, action: action, operation: operation).encoded()
    }
}

extension Array {
    /// The elements in order, in arrays of at most so many.
    fileprivate func pieces(of limit: Int) -> [[Element]] {
        stride(from: 0, to: count, by: limit).map { start in
            Array(self[start..<Swift.min(start + limit, count)])
        }
    }
}
