import Model
import Simulator
import Storage
import Testing

@testable import Stores
@testable import Payments

/// The merchant's receipts show the journal's head in a form that can be typed in later.
@Suite struct JournalOnPaperTests {
    private func heads(_ kiosk: VirtualKiosk, _ copy: ReceiptCopy) throws -> [String] {
        try kiosk.storage.read { try $0.receipts(limit: 100) }.filter { $0.copy == copy }
            .flatMap(\.document.references).filter { $0.label == "Journal" }.map(\.value)
    }

    @Test func merchantCopiesBearAHeadThatIsInTheJournal() throws {
        let (kiosk, till) = try VirtualKiosk.withTill()
        let payment = try #require(till.pay(order: 1042)).get().payment
        _ = till.giveBack(.refund(of: payment, .euros(100)))
        _ = till.endDay()
        #expect(try heads(kiosk, .customer) == [], "the customer's paper does not come back")
        let printed = try heads(kiosk, .merchant)
        #expect(printed.count == 3, "\(printed)")
        for head in printed {
            let words = head.split(separator: " ")
            try #require(words.count == 2)
            let sequence = try #require(Int64(words[0]))
            let bytes = try #require(HashLetters.bytes(words[1]))
            #expect(bytes.count == JournalHead.printedBytes)
            let kept = KeptHead(sequence: sequence, hash: bytes)
            #expect(try JournalAudit.run(kiosk.storage, kept: [kept]).isIntact)
            let forged = try JournalAudit.run(
                kiosk.storage, kept: [KeptHead(sequence: sequence, hash: [1, 2, 3, 4])])
            #expect(!forged.isIntact)
            #expect(words[1].allSatisfy { $0.isLetter }, "digits in a row would look like a card number")
        }
    }

    /// With `journal.syslog`, the head at each end of day is sent out of the till's reach.
    @Test func theHeadOfAnEndOfDayIsSentOut() throws {
        let (kiosk, till) = try VirtualKiosk.withTill()
        _ = try #require(till.pay(order: 1042)).get()
        #expect(kiosk.keptHeads.isEmpty, "a payment sends none")
        let report = try #require(till.endDay()).get()
        let settled = try kiosk.storage.read { try $0.journalEntries(kind: "endOfDay.settled", limit: 1) }
        let entry = try #require(settled.first)
        #expect(kiosk.keptHeads.count == 1 && report.outcome.isClosed)
        let head = try #require(kiosk.keptHeads.first)
        #expect(head.sequence >= entry.sequence, "it stands for the end of day too")
        #expect(try kiosk.storage.read { try $0.journalEntries(from: head.sequence, limit: 1) }[0].hash == head.hash)
        _ = try #require(till.pay(order: 1043)).get()
        #expect(
            try JournalAudit.run(kiosk.storage, kept: [KeptHead(sequence: head.sequence, hash: Array(head.hash))])
                .isIntact)
        let other = KeptHead(sequence: head.sequence, hash: [UInt8](repeating: 7, count: 32))
        #expect(try !JournalAudit.run(kiosk.storage, kept: [other]).isIntact)
    }

    @Test func lettersAreReadAsTheyWereWritten() {
        let bytes = (0...255).map { UInt8($0) }
        #expect(HashLetters.bytes(HashLetters.text(bytes)) == bytes)
        #expect(HashLetters.bytes("GG") == [0] && HashLetters.bytes("gg") == [0])
        for word in ["g", "ga", "g1", "lo"] { #expect(HashLetters.bytes(word) == nil) }
    }
}
