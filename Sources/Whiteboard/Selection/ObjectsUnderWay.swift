import InkCanvas

/// Objects that are seen on their way to another place, before the log has them there.
struct ObjectsUnderWay {
    /// By their ids.
    let objects: [ObjectID]
    /// Where they come from.
    let homes: [ObjectID: Dot]
    /// As they stand there.
    private let copies: [ObjectCopy]
    /// The lines and arrows that end at them.
    private let connectors: [Canvas.Connector]
    private let connectorStyles: [InkStyle]
    /// What these are now.
    private var routes: [Shape]
    var offset = Dot(x: 0, y: 0) {
        didSet {
            if offset != oldValue { routes = connectors.map { $0.shape(movedBy: offset) } }
        }
    }

    /// More lines and arrows than these go along unseen until all is put down.
    private static let connectorsMax = 100

    /// What is locked stays where it is.
    init(_ objects: some Sequence<ObjectID>, on canvas: Canvas) {
        var homes: [ObjectID: Dot] = [:]
        for id in objects where !canvas.isLocked(id) {
            if let object = canvas.object(id) { homes[id] = object.position }
        }
        self.homes = homes
        self.objects = homes.keys.sorted()
        copies = self.objects.compactMap { ObjectCopy($0, on: canvas) }
        connectors = Array(canvas.connectors(of: self.objects).prefix(Self.connectorsMax))
        connectorStyles = connectors.map {
            let object = canvas.object($0.object)
            return InkStyle(color: object?.color ?? 1, width: object?.width ?? 1)
        }
        routes = connectors.map(\.shape)
    }

    /// What is shown elsewhere than the log has it.
    var concealed: [ObjectID] { objects + connectors.map(\.object) }

    /// As they stand where they are now.
    var shown: [ObjectCopy] {
        copies.map { $0.moved(by: offset) }
            + zip(routes, connectorStyles).map { .shape($0, $1) }
    }
}
