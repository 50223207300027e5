/// A change of state that a person may want to know of; each is said once.
package enum SocketReport: Hashable, Sendable {
    package enum Operation: Hashable, Sendable { case join, send }

    /// The group is joined on these interfaces from now on.
    case listening(on: [String], skipped: [InterfaceChoice.Skipped])
    /// One interface fails, the others go on; it is tried again by and by.
    ///
    /// EPERM when sending means a firewall.
    case failing(interface: String, Operation, errno: Int32)
    case recovered(interface: String, Operation)
}
