/// An entry by its author's log and its place in it.
package struct EntryName: Hashable, Comparable, Sendable {
    package var origin: ParticipantID
    package var index: UInt32

    package init(origin: ParticipantID, index: UInt32) {
        self.origin = origin
        self.index = index
    }

    package static func < (left: EntryName, right: EntryName) -> Bool {
        (left.origin, left.index) < (right.origin, right.index)
    }
}

/// Bytes that belong to a session: whoever wants them gets them of whoever holds them.
package struct Attachment: Hashable, Sendable {
    /// The entry that adds it; its author held the bytes first.
    package var entry: EntryName
    package var blob: BlobID
    /// At most 100 MiB.
    package var size: Int
    /// What the author says of it, at most 512 bytes.
    package var metadata: [UInt8]
}

extension Node {
    // MARK: - Commands

    /// Adds an attachment to the current session, and holds its bytes for all.
    ///
    /// - Parameter blob: `BlobID(of: bytes)`; hashing much takes time that the caller has.
    package mutating func attach(
        _ bytes: [UInt8], as blob: BlobID, metadata: [UInt8], at now: Instant
    ) throws(SessionError) -> Attachment {
        pass(to: now)
        guard bytes.count <= WireLimit.attachmentBytesMax else {
            throw .tooLarge(actual: bytes.count, limit: WireLimit.attachmentBytesMax)
        }
        guard metadata.count <= WireLimit.attachmentMetadataBytesMax else {
            throw .tooLarge(
                actual: metadata.count, limit: WireLimit.attachmentMetadataBytesMax)
        }
        try requireRoom(isEssential: false)
        if !(blobs[blob]?.isVerified ?? false) { putBlob(bytes, as: blob) }
        let entry = ControlEntry.attachment(blob, size: bytes.count, metadata: metadata)
        let index = appendEntry(entry.encoded, channel: 0)
        return Attachment(
            entry: EntryName(origin: id, index: index), blob: blob, size: bytes.count,
            metadata: metadata)
    }

    /// Removes an attachment for all, whoever added it.
    package mutating func detach(_ entry: EntryName, at now: Instant) throws(SessionError) {
        pass(to: now)
        try requireRoom(isEssential: true)
        _ = appendEntry(ControlEntry.removal(entry).encoded, channel: 0)
    }

    /// Gets an attachment's bytes.
    ///
    /// An event tells them, or that nobody gives them; what has come stays for the next time.
    package mutating func load(_ blob: BlobID, at now: Instant) {
        pass(to: now)
        guard let attachment = attachment(of: blob), isTalking else {
            return emit(.attachmentLoaded(blob, nil))
        }
        guard attachment.size > 0 else { return emit(.attachmentLoaded(blob, [])) }
        noteAttached(attachment)
        guard let place = blobs.index(of: blob), blobs.values[place].size == attachment.size else {
            return emit(.attachmentLoaded(blob, nil))
        }
        blobs.values[place].isWanted = true
        guard !blobs.values[place].isVerified else { return tellLoaded(at: place) }
        blobs.values[place].isLost = false
        startPulling(at: place, from: attachment.entry.origin)
    }

    /// The attachments of a session as far as they are known, in the order of their entries.
    package func attachments(of session: SessionID) -> [Attachment] {
        guard let position = replicas.index(of: session) else { return [] }
        return replicas.values[position].attachments.values.compactMap {
            $0.isRemoved ? nil : $0.attachment
        }
    }

    /// Its bytes are here.
    package func holds(_ attachment: Attachment) -> Bool {
        blobs[attachment.blob]?.isVerified ?? false
    }

    // MARK: - Entries

    mutating func add(_ attachment: Attachment, in session: SessionID) {
        guard let position = replicas.index(of: session) else { return }
        let place = replicas.values[position].attachments.index(
            of: attachment.entry, inserting: Replica.Attached())
        replicas.values[position].attachments.values[place].attachment = attachment
        guard !replicas.values[position].attachments.values[place].isRemoved else { return }
        // Of others' only what is loaded is held on: they could name anything that is here.
        if attachment.entry.origin == id, let place = blobs.index(of: attachment.blob) {
            blobs.values[place].isAttached = true
        }
        noteAttachmentsChanged(in: session)
    }

    mutating func remove(_ entry: EntryName, in session: SessionID) {
        guard let position = replicas.index(of: session) else { return }
        let place = replicas.values[position].attachments.index(
            of: entry, inserting: Replica.Attached())
        guard !replicas.values[position].attachments.values[place].isRemoved else { return }
        replicas.values[position].attachments.values[place].isRemoved = true
        guard let attachment = replicas.values[position].attachments.values[place].attachment
        else { return }
        releaseBlob(attachment.blob)
        noteAttachmentsChanged(in: session)
    }

    /// Many that come together are one change.
    private mutating func noteAttachmentsChanged(in session: SessionID) {
        if !attachmentsChanged.contains(session) { attachmentsChanged.append(session) }
    }

    /// Holds a blob no longer than a message's if no attachment of any session names it any more.
    mutating func releaseBlob(_ blob: BlobID) {
        guard let place = blobs.index(of: blob), attachment(of: blob) == nil else { return }
        blobs.values[place].isAttached = false
        guard blobs.values[place].isWanted else { return }
        blobs.values[place].pull = nil
        tellLoaded(at: place)
    }

    /// An attachment of a session that is held here.
    private func attachment(of blob: BlobID) -> Attachment? {
        for replica in replicas.values {
            for attached in replica.attachments.values
            where !attached.isRemoved && attached.attachment?.blob == blob {
                return attached.attachment
            }
        }
        return nil
    }

    private mutating func noteAttached(_ attachment: Attachment) {
        if blobs[attachment.blob] == nil { noteBlob(attachment.blob, size: attachment.size) }
        guard let place = blobs.index(of: attachment.blob) else { return }
        blobs.values[place].isAttached = true
    }

    // MARK: - Loading

    /// Bytes of this node's own, which it may have been waiting for.
    private mutating func putBlob(_ bytes: [UInt8], as blob: BlobID) {
        let isWanted = blobs[blob]?.isWanted ?? false
        blobs[blob] = Blob(bytes, expires: now)
        guard isWanted, let place = blobs.index(of: blob) else { return }
        blobs.values[place].isWanted = true
        tellLoaded(at: place)
    }

    /// Tells whoever waits for a blob, which is here or lost.
    mutating func tellLoaded(at place: Int) {
        guard blobs.values[place].isWanted else { return }
        blobs.values[place].isWanted = false
        let bytes = blobs.values[place].isVerified ? blobs.values[place].bytes : nil
        emit(.attachmentLoaded(blobs.keys[place], bytes))
    }

    /// What came was something else: asks anew, until that has happened too often.
    mutating func reloadAttachment(at place: Int) {
        guard blobs.values[place].isWanted else { return }
        if blobs.values[place].isLost { return tellLoaded(at: place) }
        guard let origin = blobs.values[place].origin else { return }
        startPulling(at: place, from: origin)
    }
}
