import Flow
import Foundation
import Model
import Storage
import StorageInMemory
import Payments
import Stores

/// Makes the record of a finished run.
struct WorldRecorder {
    private let kiosk: WorldKiosk
    private let answers: [String]
    private let payments: [PaymentRecord]
    private let names: [PaymentID: String]

    init(_ kiosk: WorldKiosk, answers: [String]) throws {
        self.kiosk = kiosk
        self.answers = answers
        payments = try kiosk.storage.read { try $0.recentPayments(limit: .max) }.reversed()
        names = Dictionary(
            uniqueKeysWithValues: payments.enumerated().map { ($1.id, "P\($0 + 1)") })
    }

    func record() throws -> WorldRecord {
        let facts = try kiosk.storage.read { try $0.journalEntries(from: 1, limit: .max) }
        let words = try [
            WorldRecord.Line("said", answers.joined(separator: "; ")),
            WorldRecord.Line("payments", payments.map(told).joined(separator: "; ")),
            WorldRecord.Line("orders", orders()), WorldRecord.Line("shop", shop()),
            WorldRecord.Line("prints", prints()),
        ]
        let traffic = [
            WorldRecord.Line("telegrams", Self.counted(telegrams)),
            WorldRecord.Line("facts", Self.counted(facts.map(\.kind))),
        ]
        let digest = try [telegramDigest, Self.digest(facts), textDigest(), paperDigest()].joined(separator: ".")
        return WorldRecord(words: words, traffic: traffic, digest: digest)
    }

    // MARK: Words

    private func name(_ payment: PaymentID?) -> String { payment.map { names[$0] ?? "another" } ?? "none" }

    private func told(_ payment: PaymentRecord) -> String {
        var words = "\(name(payment.id)) \(payment.kind.rawValue) \(payment.amount) "
        if let original = payment.original { words += "of \(name(original)) " }
        return words + (payment.outcome.map(WorldRecord.words) ?? "open") + (payment.isOpen ? ", open" : "")
    }

    private func orders() throws -> String {
        let orders = Set(payments.compactMap(\.order)).sorted { $0.rawValue < $1.rawValue }
        return try orders.map { order in
            "\(order) paid by \(name(try kiosk.storage.read { try $0.paidBy(order: order, site: .embedded) }))"
        }.joined(separator: ", ")
    }

    private func shop() throws -> String {
        let items = try kiosk.storage.read { try $0.pendingOutbox(limit: .max) }
        return items.map { item in
            let payment = payments.first { item.id.hasSuffix("-\($0.id)") }
            return "\(item.kind) \(name(payment?.id))"
        }.joined(separator: ", ")
    }

    private func prints() throws -> String {
        try payments.flatMap { payment in
            try kiosk.storage.read { reader in
                try (reader.withdrawnReceipts(payment: payment.id) + reader.receipts(payment: payment.id)).map {
                    let jobs = try reader.printJobs(receipt: $0.id).map { $0.state.rawValue }
                    let state = ($0.stands ? [] : ["withdrawn"]) + (jobs.isEmpty ? ["kept"] : jobs)
                    return "\(name(payment.id)) \($0.copy.rawValue) \(state.joined(separator: " "))"
                }
            }
        }.joined(separator: ", ")
    }

    // MARK: Telegrams and facts

    private var telegrams: [String] {
        kiosk.log.events.compactMap { _, event in
            switch event {
            case .till(let bytes): ">" + Self.control(bytes)
            case .terminal(let bytes): "<" + Self.control(bytes)
            case .book, .world, .report, .shown, .detail: nil
            }
        }
    }

    private static func control(_ bytes: [UInt8]) -> String {
        bytes.prefix(2).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    /// Joins repeated words into one with a count.
    private static func counted(_ words: [String]) -> String {
        var told: [(word: String, count: Int)] = []
        for word in words {
            if told.last?.word == word { told[told.count - 1].count += 1 } else { told.append((word, 1)) }
        }
        return told.map { $0.count > 1 ? "\($0.word) ×\($0.count)" : $0.word }.joined(separator: " ")
    }

    // MARK: Digests

    private var telegramDigest: String {
        var print = Fingerprint()
        for (at, event) in kiosk.log.events {
            switch event {
            case .till(let bytes), .terminal(let bytes):
                print.add(at.components.seconds)
                print.add(at.components.attoseconds)
                print.add(bytes)
            case .book, .world, .report, .shown, .detail: continue
            }
        }
        return print.word
    }

    /// A digest of the till's journal. The hash of the last entry covers all entries before it.
    private static func digest(_ facts: [JournalEntry]) -> String {
        var print = Fingerprint()
        if let last = facts.last { print.add(last.hash) }
        return print.word
    }

    /// A digest of everything shown and answered, and of each payment's explanation in both languages.
    private func textDigest() throws -> String {
        var print = Fingerprint()
        for (_, event) in kiosk.log.events {
            switch event {
            case .report(let text), .shown(let text), .detail(let text): print.add(text)
            case .till, .terminal, .book, .world: continue
            }
        }
        for payment in payments {
            for text in try explanation(of: payment.id) { print.add(text) }
        }
        return print.word
    }

    private func explanation(of payment: PaymentID) throws -> [String] {
        let box = Mailbox<PaymentExplanation>()
        JournalStore(
            storage: kiosk.storage, locks: ProcessDeviceLocks(), environment: kiosk.world.environment
        ).onAction(
            .explainPayment(reference: payment.rawValue, Reply { box.put($0) }))
        guard let told = try box.value?.get() else { return ["nothing"] }
        return [OperatorLanguage.en, .de].flatMap { language in
            [told.title(in: language), told.state(in: language), told.resolution(in: language) ?? ""]
                + told.facts.map { $0.text(in: language) } + told.prints.map { $0.text(in: language) }
        }
    }

    private func paperDigest() throws -> String {
        var print = Fingerprint()
        for page in kiosk.printer.paper { print.add(page) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for item in try kiosk.storage.read({ try $0.pendingOutbox(limit: .max) }) { print.add(item.payload) }
        for receipt in try kiosk.storage.read({ try $0.receipts(limit: .max) }) {
            print.add(try encoder.encode(receipt.document))
        }
        return print.word
    }
}

extension WorldRecord {
    static func words(_ outcome: PaymentOutcome) -> String {
        switch outcome {
        case .approved(let result):
            let numbers = [result.receiptNumber.map { "receipt \($0)" }, result.trace.map { "trace \($0)" }]
            return "approved" + numbers.compactMap { $0 }.map { " \($0)" }.joined()
        case .declined(let code, _): return "declined \(code)"
        case .cancelled(let code): return "cancelled \(code)"
        case .reversed, .notCharged, .inDoubt, .goodsNotGiven, .goodsUnpaid: return outcome.word
        }
    }

    static func words(_ answer: Result<PaymentReport, Failure>?) -> String {
        switch answer {
        case .success(let report):
            var words = "\(report.outcome.word) \(report.amount)"
            if report.wasKnown { words += " known" }
            if !report.suffices { words += " too little" }
            if let asked = report.asked { words += " asked \(asked)" }
            return words + (report.advice.map { " advice \($0.rawValue)" } ?? "")
        case .failure(let failure): return failure.code
        case nil: return "nothing"
        }
    }
}

extension EndOfDayReport {
    /// All words of the receipt.
    var everyWord: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let wordings =
            [outcome.sentence, reconciliation.headline]
            + reconciliation.advice.flatMap { [$0.sentence, $0.correction] } + reconciliation.notices.map(\.sentence)
        return ([json] + wordings.flatMap { [$0.text(in: .en), $0.text(in: .de)] }).joined(separator: "\n")
    }
}
