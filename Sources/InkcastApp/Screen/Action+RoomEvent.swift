import InkCanvas
import Rooms
import Whiteboard

extension Action {
    /// What an event of the room is to the whiteboard; nil for what does not concern it.
    init?(_ event: RoomEvent) {
        switch event {
        case .entered(let session, let cause):
            self = .sessionEntered(
                SessionKey(session.id), generation: UInt32(clamping: session.generation),
                SessionCause(cause))
        case .entry(let session, let entry):
            guard entry.channel == WhiteboardRoom.channel else { return nil }
            self = .entry(SessionKey(session), entry.id, entry.body)
        case .author(let session, let author, let profile):
            self = .author(SessionKey(session), AuthorID(author), Person(profile))
        case .participantJoined(let id, let profile):
            self = .participantJoined(AuthorID(id), Person(profile))
        case .participantChanged(let id, let profile):
            self = .participantChanged(AuthorID(id), Person(profile))
        case .participantLeft(let id, let departure):
            self = .participantLeft(AuthorID(id), departure == .left ? .left : .lost)
        case .ephemeral(let sender, let channel, let key, _, let body):
            guard channel == WhiteboardRoom.channel else { return nil }
            self = .ephemeral(from: AuthorID(sender), key: key, body: body)
        case .link(let link):
            self = .link(Link(link))
        case .appendRefused(_, _, _, .sessionFull):
            self = .notice("the canvas is full: n opens a new one")
        case .ended:
            self = .notice("the session was ended for all: n opens a new canvas")
        case .notice(let notice):
            guard let text = notice.text else { return nil }
            self = .notice(text)
        case .settled, .message, .messagesLost, .caughtUp, .appendRefused, .activityChanged,
            .attachmentsChanged, .attachmentLoaded, .sendRefused, .status:
            return nil
        }
    }
}

extension SessionKey {
    fileprivate init(_ session: RoomSessionID) {
        self.init(rawValue: session.rawValue)
    }
}

extension SessionCause {
    fileprivate init(_ cause: RoomSession.Cause) {
        self =
            switch cause {
            case .founded: .founded
            case .adopted: .adopted
            case .rotated(let opener): .rotated(by: opener.map { AuthorID($0) })
            case .yielded: .yielded
            }
    }
}

extension Person {
    init(_ profile: RoomProfile) {
        self.init(id: PersonID(profile.person), name: profile.name, color: profile.color)
    }
}

extension Link {
    fileprivate init(_ link: RoomLink) {
        self =
            switch link {
            case .offline: .offline
            case .alone: .alone
            case .connected: .connected
            case .catchingUp(let held, let known): .catchingUp(held: held, known: known)
            }
    }
}

extension RoomNotice {
    /// What a person is told; nil where it concerns nobody.
    fileprivate var text: String? {
        switch self {
        case .otherVersion(let version):
            "somebody here runs another Inkcast (protocol \(version)): update one of the two"
        case .laterVersion, .notUnderstood:
            "somebody here runs a later Inkcast: update to see all they do"
        case .sessionNearlyFull:
            "the canvas is four fifths full: n opens a new one"
        case .inkLeftBehind:
            "joined the others here: what you drew before stayed on your own canvas"
        case .interfaceFailing(let name, _, true):
            "this computer's firewall blocks Inkcast on \(name): allow UDP 18763 to 18779"
        case .interfaceFailing(let name, _, false):
            "the network on \(name) does not work; trying again"
        case .interfaceRecovered(let name):
            "the network on \(name) works again"
        case .interfaces:
            nil
        }
    }
}
