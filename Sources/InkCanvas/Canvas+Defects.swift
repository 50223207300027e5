/// Rules of merging that tests switch off, to prove that they would notice.
///
/// Only a program built for debugging knows of them.
package enum MergeRule: CaseIterable, Sendable {
    /// Where segments overlap the one with the lower offset counts, not the one that came last.
    case segmentsByOffset
    /// Of several births the first in its author's log counts, not the one that came last.
    case firstBirth
    /// Operations wait for an object that is not yet heard of.
    case operationsWait
    case registersByOrder
    case undoneWritesFallBack
    case undoneHidesShow
    /// A clear hides also what the clearer had seen and comes here only later.
    case clearByIndices
    case undoneClearsShow
    /// Of several writes to an action's undo the highest counts, not the one that came last.
    case undoByOrder
    case undoByOwnPerson
    /// Who somebody is may be heard of after what they took back.
    case undoOnIntroduction
    case titleByOrder
    case undoneTitlesFallBack
    /// Stamps are seen if, and only if, what they stand on is.
    case stampsFollow
}

extension Canvas {
    #if DEBUG
        package init(without rule: MergeRule) {
            missingRule = rule
        }
    #endif

    @inline(__always)
    func lacks(_ rule: MergeRule) -> Bool {
        #if DEBUG
            missingRule == rule
        #else
            false
        #endif
    }
}
