import Flow
import Foundation
import Model
import Storage

/// The events of one listener as server-sent events (WHATWG HTML 9.2): the journal's entries after a number, what the terminals
/// show, what the printers do, and what happens in the shop. Each is taken when the listener has taken the one before.
struct EventChunks: AsyncSequence, Sendable {
    typealias Element = [UInt8]

    let storage: any StorageManagerType
    let subscription: JournalFeed.Subscription
    let tokens: ListenerTokens
    let tail: JournalTail
    let displays: DisplayWatch
    let prints: PrintWatch
    /// Nil if nobody is signed in.
    var notifications: NotificationWatch?
    /// The number of the last entry that the listener knows; nil for one that knows none.
    let known: Int64?
    /// Whether the listener may read the journal. Others are told what happened, and not the facts.
    let isWhole: Bool

    func makeAsyncIterator() -> ListenerIterator<Events> { ListenerIterator(Events(self), subscription, tokens) }

    /// A class, so that what it holds is not copied with each step of a listener.
    final class Events: ListenerEvents {
        private let chunks: EventChunks
        private var last: Int64 = 0
        /// The number of the last entry when the listener came.
        private var head: Int64 = 0
        private var isBegun = false
        /// Whether the journal may have entries that the listener was not told.
        private var isBehind = true
        /// The versions of what it was told.
        private var shown = 0
        private var printed = 0

        fileprivate init(_ chunks: EventChunks) {
            self.chunks = chunks
            chunks.displays.latest.wake(chunks.subscription)
            chunks.prints.latest.wake(chunks.subscription)
        }

        /// Throws when the journal cannot be read.
        func events() throws(Failure) -> [UInt8] {
            if chunks.subscription.takeGrowth() { isBehind = true }
            var bytes = isBegun ? [] : try beginning()
            if isBehind {
                let told = try chunks.tail.told(after: last, head: head, isWhole: chunks.isWhole)
                bytes += told.bytes
                (last, isBehind) = (told.last, told.isBehind)
            }
            // Displays and prints are of the moment: they are not told among what happened long ago.
            if !isBehind {
                bytes += chunks.displays.latest.events(after: &shown)
                bytes += chunks.prints.latest.events(after: &printed)
                bytes += notificationEvents()
            }
            return bytes
        }

        /// The first event: where the listener is, and whether it has missed entries that are not in the journal any more.
        private func beginning() throws(Failure) -> [UInt8] {
            let (head, start) = try chunks.storage.reading { reader in
                (try reader.journalHead().sequence, try reader.journalStart().head.sequence)
            }
            // No power cut undoes what is told.
            do throws(StorageError) { try chunks.storage.sync() } catch { throw error.failure }
            (isBegun, self.head) = (true, head)
            let isKnown = chunks.known.map { $0 <= head && $0 >= start } ?? false
            last = isKnown ? chunks.known ?? head : head
            let name = chunks.known == nil || isKnown ? "start" : "reset"
            return Array("retry: 1000\nid: \(last)\nevent: \(name)\ndata: {\"sequence\":\(head)}\n\n".utf8)
        }

        private func notificationEvents() -> [UInt8] {
            (chunks.notifications?.take() ?? []).flatMap {
                ServerSentEvent.bytes("notification", Output.Notification($0))
            }
        }
    }
}
