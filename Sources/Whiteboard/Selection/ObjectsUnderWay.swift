import InkCanvas

/// Objects that are seen on their way to another place, before the log has them there.
struct ObjectsUnderWay {
    let objects: [ObjectID]
    /// As they stand where they come from.
    let copies: [ObjectCopy]
    var offset = Dot(x: 0, y: 0)

    /// What is locked stays where it is.
    init(_ objects: some Sequence<ObjectID>, on canvas: Canvas) {
        self.objects = objects.filter { !canvas.isLocked($0) }
        copies = self.objects.compactMap { ObjectCopy($0, on: canvas) }
    }
}
