import Foundation
import Glibc
import Simulator
import Testing

/// What a kiosk's processes have left behind, for tests to look at.
extension Kiosk {
    /// The terminal's journal, written by the terminal alone.
    func terminalJournal() throws -> TerminalJournal {
        let journal = try TerminalJournal(contentsOf: path("terminal-data/" + TerminalJournalFile.name))
        return TerminalJournal(entries: Array(journal.entries.dropFirst(try earlierEntries().count)))
    }

    /// Gives the terminal a payment from before this till was connected: if a terminal has nothing to repeat before or
    /// after a payment, the payment's outcome stays unknown. `terminalJournal` leaves this payment out.
    func giveTheTerminalAnEarlierPayment() throws {
        let common =
            #""at":"2026-01-01T00:00:00","amountMinor":700,"currency":"EUR","receipt":7,"trace":7,"turnover":7"#
        let lines = [#"{"number":1,"event":"booked",\#(common)}"#, #"{"number":2,"event":"confirmed",\#(common)}"#]
        try FileManager.default.createDirectory(atPath: path("terminal-data"), withIntermediateDirectories: true)
        for file in [TerminalJournalFile.name, Self.earlier] {
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(
                to: URL(fileURLWithPath: path("terminal-data/" + file)))
        }
    }

    private static let earlier = "earlier.jsonl"

    private func earlierEntries() throws -> [TerminalJournal.Entry] {
        let file = path("terminal-data/" + Self.earlier)
        return FileManager.default.fileExists(atPath: file) ? try TerminalJournal(contentsOf: file).entries : []
    }

    struct ShownOrder: Decodable {
        let status: String
        var isPaid: Bool { status == "processing" || status == "completed" }
    }

    /// The order as `till orders show --json` prints it.
    func order(_ number: Int = 1042) async throws -> ShownOrder {
        let shown = try await till("orders", "show", String(number), "--json")
        return try decode(ShownOrder.self, shown)
    }

    struct Explanation: Decodable {
        struct Print: Decodable {
            let copy: String
            let duplicate: Int
            let state: String
        }

        let payment: String
        let outcome: String?
        let final: Bool
        let prints: [Print]
    }

    /// A payment as `till why --json` prints it.
    func why(_ payment: String = "last") async throws -> Explanation {
        try decode(Explanation.self, try await till("why", payment, "--json"))
    }

    func decode<Value: Decodable>(_ type: Value.Type, _ ending: Ending) throws -> Value {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard ending.code == 0 else { throw Child.Unexpected(description: "\(ending)") }
        return try decoder.decode(type, from: Data(ending.output.utf8))
    }

    /// One cut sheet: the bytes that printed it.
    struct Page {
        let bytes: Data

        func says(_ text: String) -> Bool { bytes.firstRange(of: Data(text.utf8)) != nil }
        var isDuplicate: Bool { says("DUPLICATE") }
        var isCustomerCopy: Bool { says("CUSTOMER COPY") }
        var isMerchantCopy: Bool { says("MERCHANT COPY") }
        /// The receipt that the page is a print of; nil when it was torn off before it said so.
        var receipt: String? {
            String(decoding: bytes, as: UTF8.self).firstMatch(of: /rcp-[0-9A-Z]+/).map { String($0.output) }
        }
    }

    /// The simulated printer's pages, in order. Paper that hangs out uncut is not among them.
    func pages() throws -> [Page] { try Self.pages(in: paper) }

    static func pages(in folder: String) throws -> [Page] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".escpos") }.sorted()
            .map { Page(bytes: try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0))) }
    }

    /// Compares the terminal's journal with the order: nobody is charged twice, no approval is lost, nothing is paid
    /// for nothing.
    func expectTheTruth(charges: Int, of order: Int = 1042, _ ending: Ending) async throws {
        let journal = try terminalJournal()
        #expect(journal.standingCharges.count == charges, "\(journal.entries)\n\(ending)")
        let isPaid = try await self.order(order).isPaid
        #expect(isPaid == (charges == 1), "\(ending)")
        let verified = try await till("journal", "verify")
        #expect(verified.code == 0, "\(verified)")
    }
}

extension Kiosk {
    /// The size in bytes of a file of the kiosk.
    func size(_ name: String) throws -> Int {
        var node = stat()
        guard stat(path(name), &node) == 0 else { throw CocoaError(.fileNoSuchFile) }
        return Int(node.st_size)
    }
}

extension Kiosk {
    /// Lets this much time pass, for events that have no particular moment.
    func pass(milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                _ = poll(nil, 0, Int32(milliseconds))
                continuation.resume()
            }
        }
    }

    /// Whether the prints and the messages to the shop are gone within half a minute.
    func nothingWaits() async throws -> Bool {
        for _ in 0..<150 {
            let status = try await till("status", "--json").output
            let waits = ["prints", "news"].contains { !status.contains("\"waiting_\($0)\":{\"count\":0}") }
            if !waits { return true }
            await pass(milliseconds: 200)
        }
        return false
    }

    /// Returns once the condition holds, checking every hundredth of a second; fails the test after half a minute.
    func until(_ what: Comment, stopping other: Child? = nil, _ condition: @escaping @Sendable () -> Bool) async {
        let holds = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let holds = (0..<3000).contains { _ in condition() || poll(nil, 0, 10) < 0 }
                other?.send(SIGSTOP)
                continuation.resume(returning: holds)
            }
        }
        if !holds { Issue.record(what) }
    }
}

/// The first bytes of a PNG file.
enum PNG {
    static func isPicture(_ path: String) -> Bool {
        FileManager.default.contents(atPath: path)?.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            ?? false
    }
}
