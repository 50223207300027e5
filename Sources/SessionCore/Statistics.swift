/// Counters since the node's start.
package struct Statistics: Hashable, Sendable {
    package var datagramsSent = 0
    package var datagramsReceived = 0
    package var bytesReceived = 0
    /// Damaged, not for this room, or senseless.
    package var datagramsDropped = 0
    /// Over the rate that one address may send at.
    package var datagramsOverRate = 0
    package var duplicatesDropped = 0
    /// Senders there was no room for.
    package var sendersRefused = 0
    package var entriesRefused = 0
    package var nacksSent = 0
    package var entriesRepaired = 0
    package var entriesRepairedForOthers = 0
    /// Repairs not sent, since somebody else was heard sending them.
    package var repairsSuppressed = 0
    /// Requests put off, since somebody else was heard asking.
    package var nacksSuppressed = 0
    package var vectorsSent = 0
    package var offersSent = 0
    package var offersSuppressed = 0
    package var pullsSent = 0
    package var chunksSent = 0
    package var chunksMulticast = 0
    package var paritiesSent = 0
    /// Entries that did not come, and followed from a parity.
    package var entriesFromParities = 0
    /// Repairs not sent, since too many waited already.
    package var repairsDropped = 0
    /// Requests of those not known to be there.
    package var requestsRefused = 0
    package var blobPullsSent = 0
    package var blobChunksSentForOthers = 0
    /// Blobs that came whole from somebody other than their author.
    package var blobsPulledFromOthers = 0
    package var blobsDamaged = 0
    package var blobsLost = 0
    package var blobsRefused = 0
    package var messagesTooFarAhead = 0
    /// Authors there was no room for in a session.
    package var originsRefused = 0
    /// Heartbeats of sessions whose lineage there was no time to hash.
    package var lineagesRefused = 0
    package var entriesOrphaned = 0
    package var messagesLost = 0
    /// The network was taken for a slow one.
    package var backOffs = 0
    package var rotations = 0
    /// Two members opened the same session before they heard of each other.
    package var rotationRaces = 0
    package var chainsMet = 0
    package var movesCalledOff = 0
    package var entriesCarried = 0

    package init() {}
}
