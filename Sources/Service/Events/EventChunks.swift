import Flow
import Foundation
import Model
import Storage

/// The events of one listener as server-sent events (WHATWG HTML 9.2): the journal's entries after a number, what the terminals
/// show, what the printers do, and what happens in the shop. Each is made when the listener has taken the one before. No entry
/// is told before it is synced, so no power cut undoes what was told.
struct EventChunks: AsyncSequence, Sendable {
    typealias Element = [UInt8]

    /// The most entries that are read at once.
    private static let batch = 100

    let storage: any StorageManagerType
    let environment: Flow.Environment
    let subscription: JournalFeed.Subscription
    let displays: DisplayWatch
    let prints: PrintWatch
    /// Nil if nobody is signed in.
    var notifications: NotificationWatch?
    /// The number of the last entry that the listener knows; nil for one that knows none.
    let known: Int64?
    /// Whether the listener may read the journal. Others are told what happened, and not the facts.
    let isWhole: Bool

    func makeAsyncIterator() -> ListenerIterator<Events> { ListenerIterator(Events(self), subscription, environment) }

    struct Events: ListenerEvents {
        private let chunks: EventChunks
        private var last: Int64 = 0
        private var isBegun = false
        /// Whether the journal may have entries that the listener was not told.
        private var isBehind = true
        private var shown: [DeviceAddress: DisplayWatch.Shown] = [:]
        private var printing: [DeviceAddress: PrintWatch.Shown] = [:]

        fileprivate init(_ chunks: EventChunks) { self.chunks = chunks }

        /// Throws when the journal cannot be read.
        mutating func events() throws(Failure) -> [UInt8] {
            if chunks.subscription.takeGrowth() { isBehind = true }
            var bytes = isBegun ? [] : try beginning()
            if isBehind { bytes += try journalEvents() }
            // Displays and prints are of the moment: they are not told among what happened long ago.
            if !isBehind { bytes += displayEvents() + printEvents() + notificationEvents() }
            return bytes
        }

        private mutating func journalEvents() throws(Failure) -> [UInt8] {
            var bytes: [UInt8] = []
            let entries = try chunks.storage.reading { reader in
                try reader.journalEntries(from: last + 1, limit: EventChunks.batch)
            }
            if !entries.isEmpty { try sync() }
            for entry in entries {
                bytes += Array("id: \(entry.sequence)\nevent: \(entry.kind)\ndata: ".utf8)
                if chunks.isWhole {
                    EntryLine.appendDocument(entry, to: &bytes)
                } else {
                    bytes += Array(try Output.json(EntrySummary(entry)).utf8)
                }
                bytes += Array("\n\n".utf8)
                last = entry.sequence
            }
            isBehind = entries.count == EventChunks.batch
            return bytes
        }

        /// Syncs what was read: it may have been committed without that.
        private func sync() throws(Failure) {
            do throws(StorageError) { try chunks.storage.sync() } catch { throw error.failure }
        }

        /// The first event: where the listener is, and whether it has missed entries that are not in the journal any more.
        private mutating func beginning() throws(Failure) -> [UInt8] {
            let (head, start) = try chunks.storage.reading { reader in
                (try reader.journalHead().sequence, try reader.journalStart().head.sequence)
            }
            try sync()
            isBegun = true
            let isKnown = chunks.known.map { $0 <= head && $0 >= start } ?? false
            last = isKnown ? chunks.known ?? head : head
            let name = chunks.known == nil || isKnown ? "start" : "reset"
            return Array("retry: 1000\nid: \(last)\nevent: \(name)\ndata: {\"sequence\":\(head)}\n\n".utf8)
        }

        private mutating func displayEvents() -> [UInt8] {
            let now = chunks.displays.current
            defer { shown = now }
            var bytes: [UInt8] = []
            for (address, display) in now.sorted(by: { $0.key.description < $1.key.description })
            where shown[address] != display {
                guard let text = try? Output.json(Display(reader: address.description, display: display)) else {
                    continue
                }
                bytes += Array("event: display\ndata: \(text)\n\n".utf8)
            }
            return bytes
        }

        private mutating func printEvents() -> [UInt8] {
            let now = chunks.prints.current
            defer { printing = now }
            var bytes: [UInt8] = []
            for (address, print) in now.sorted(by: { $0.key.description < $1.key.description })
            where printing[address] != print {
                let receipt = print.state == .idle ? nil : receipt(printedOn: address)
                let told = Print(printer: address.description, print: print, receipt: receipt?.rawValue)
                guard let text = try? Output.json(told) else { continue }
                bytes += Array("event: print\ndata: \(text)\n\n".utf8)
            }
            return bytes
        }

        /// The receipt that is being printed there; nil for anything else on paper, and if that cannot be read now.
        private func receipt(printedOn printer: DeviceAddress) -> ReceiptID? {
            try? chunks.storage.reading { try $0.interruptedPrintJobs(printer: printer.description).first?.receipt }
        }

        private func notificationEvents() -> [UInt8] {
            (chunks.notifications?.take() ?? []).reduce(into: []) { bytes, note in
                guard let text = try? Output.json(Output.Notification(note)) else { return }
                bytes += Array("event: notification\ndata: \(text)\n\n".utf8)
            }
        }

        /// An entry without its facts.
        private struct EntrySummary: Encodable {
            let sequence: Int64
            let at: Date
            let kind: String
            let payment: String?

            init(_ entry: JournalEntry) {
                (sequence, at, kind, payment) = (entry.sequence, entry.at, entry.kind, entry.payment?.rawValue)
            }
        }

        private struct Display: Encodable {
            let reader: String
            let state: String
            let text: String?
            let payment: String?

            init(reader: String, display: DisplayWatch.Shown) {
                self.reader = reader
                (state, text, payment) = (display.state, display.text, display.payment)
            }
        }

        private struct Print: Encodable {
            let printer: String
            let state: String
            let receipt: String?
            let code: String?
            let text: String?
            let paper: String?

            init(printer: String, print: PrintWatch.Shown, receipt: String?) {
                (self.printer, self.receipt, state) = (printer, receipt, print.state.rawValue)
                (code, text, paper) = (print.code, print.text, print.paper)
            }
        }
    }
}
