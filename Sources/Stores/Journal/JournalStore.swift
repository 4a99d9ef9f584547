import Flow
import Model
import Storage

/// The payments' memory: its facts, explanations, the chain. Belongs to the process; nobody need be signed in.
public final class JournalStore: Store {
    public typealias Handled = JournalAction

    private let storage: any StorageManagerType

    public init(storage: any StorageManagerType) { self.storage = storage }

    public func onAction(_ action: JournalAction) {
        switch action {
        case .explainPayment(let reference, let reply): reply { () throws(Failure) in try explain(reference) }
        case .listEntries(let from, let limit, let reply):
            reply { () throws(Failure) in try storage.reading { try $0.journalEntries(from: from, limit: limit) } }
        case .verify(let reply): reply { () throws(Failure) in try storage.reading { try $0.verifyJournal() } }
        }
    }

    private func explain(_ reference: String) throws(Failure) -> PaymentExplanation {
        let found = try storage.reading { reader -> PaymentExplanation? in
            guard let record = try Self.find(reference, in: reader),
                let history = try StoredLedger.history(record.id, in: reader)
            else { return nil }
            return PaymentExplanation(
                history: history, outcome: history.storedOutcome, isFinal: !record.isOpen,
                facts: try Self.facts(record.id, in: reader), prints: try Self.prints(record.id, in: reader))
        }
        guard let found else { throw .noPayment(reference) }
        return found
    }

    private static func find(_ reference: String, in reader: any StorageReader) throws -> PaymentRecord? {
        if reference == "last" { return try reader.recentPayments(limit: 1).first }
        if let found = try reader.payment(id: PaymentID(rawValue: reference)) { return found }
        guard let number = Int64(reference) else { return nil }
        return try reader.payments(order: OrderID(rawValue: number), site: .embedded).last
    }

    private static func facts(_ payment: PaymentID, in reader: any StorageReader) throws -> [PaymentExplanation.Fact] {
        try reader.journalEntries(payment: payment).map { entry in
            let text =
                entry.kind.hasPrefix("payment.")
                ? try entry.decoded(as: PaymentEvent.self).sentence : try sentence(of: entry)
            return PaymentExplanation.Fact(sequence: entry.sequence, at: entry.at, kind: entry.kind, text: text)
        }
    }

    private static func sentence(of entry: JournalEntry) throws -> String {
        switch entry.kind {
        case "receipt.printed": try entry.decoded(as: PrintFact.self).sentence
        case "order.alreadyPaid": "The order was paid by \(try entry.decoded(as: OrderConflict.self).paidBy) meanwhile."
        default: entry.kind
        }
    }

    private static func prints(_ payment: PaymentID, in reader: any StorageReader) throws -> [PaymentExplanation.Print]
    {
        try reader.receipts(payment: payment).flatMap { receipt in
            try reader.printJobs(receipt: receipt.id).map {
                PaymentExplanation.Print(receipt: receipt.id, copy: receipt.copy, mark: $0.mark, state: $0.state)
            }
        }
    }

}

extension PrintFact {
    var sentence: String {
        let what =
            switch mark {
            case .original: "The \(copy.rawValue) receipt"
            case .duplicate(let number, _): "Duplicate \(number) of the \(copy.rawValue) receipt"
            }
        return "\(what) was printed on \(printer): \(end)\(failure.map { " (\($0.sentence))" } ?? "")."
    }
}

extension Failure {
    static func noPayment(_ reference: String) -> Failure {
        Failure(
            "payment.notFound", "There is no payment \(reference).", remedy: "run `till journal list`",
            recovery: .giveUp)
    }
}
