import InkCanvas

/// Objects that are seen on their way to another place, before the log has them there.
struct ObjectsUnderWay {
    let objects: [ObjectID]
    /// Where they come from.
    let homes: [ObjectID: Dot]
    /// As they stand there.
    private let copies: [ObjectCopy]
    /// The lines and arrows that end at them.
    private let connectors: [Canvas.Connector]
    private let connectorStyles: [InkStyle]
    var offset = Dot(x: 0, y: 0)

    /// What is locked stays where it is.
    init(_ objects: some Sequence<ObjectID>, on canvas: Canvas) {
        self.objects = objects.filter { !canvas.isLocked($0) }
        let known = self.objects.compactMap(canvas.object)
        homes = Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0.position) })
        copies = self.objects.compactMap { ObjectCopy($0, on: canvas) }
        connectors = canvas.connectors(of: self.objects)
        connectorStyles = connectors.map {
            let object = canvas.object($0.object)
            return InkStyle(color: object?.color ?? 1, width: object?.width ?? 1)
        }
    }

    /// What is shown elsewhere than the log has it.
    var concealed: [ObjectID] { objects + connectors.map(\.object) }

    /// As they stand where they are now.
    var shown: [ObjectCopy] {
        copies.map { $0.moved(by: offset) }
            + zip(connectors, connectorStyles).map { connector, style in
                .shape(connector.shape(movedBy: offset), style)
            }
    }
}
