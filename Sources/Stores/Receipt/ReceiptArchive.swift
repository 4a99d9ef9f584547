import Failures
import Flow
import Foundation
import Model
import Receipts
import Storage
import Payments

/// Finds stored receipts by receipt id, by order number, or as the last one. Orders that were made while the shop could not
/// be asked are found by both of their numbers. Two shops may have orders of the same number: that of the shop in which
/// somebody is signed in is meant, if it has one.
struct ReceiptArchive: Sendable {
    let environment: Environment
    let storage: any StorageManagerType
    let merchantProfile: MerchantProfile

    /// The named receipt. A withdrawn receipt is refused by its id. By another name, the valid receipt of its payment
    /// is found, and never an older one, which would be another payment's.
    func find(_ reference: ReceiptReference) throws(Failure) -> StoredReceipt {
        let found = try look(for: reference)
        if found.stands { return found }
        let standing = try standingReceipt(of: found.payment, found.copy)
        let isNamed = try storage.reading { try $0.receipt(id: ReceiptID(rawValue: reference.name)) != nil }
        guard let standing, !isNamed else { throw .receiptWithdrawn(found, standing) }
        return standing
    }

    /// The named receipt even if it was moved to an archive, to be shown but not printed.
    func findAnywhere(_ reference: ReceiptReference) throws(Failure) -> StoredReceipt {
        do throws(Failure) { return try find(reference) } catch {
            guard error.is(ReceiptFailure.archived),
                let (found, _) = try lookIntoArchives(for: reference)
            else { throw error }
            return found
        }
    }

    /// The receipt to send to a customer. For an order it is the receipt of its sale, whatever receipts came after it,
    /// or its newest receipt if it has no sale.
    func findSale(_ reference: ReceiptReference) throws(Failure) -> StoredReceipt {
        let sale = try storage.reading { reader -> StoredReceipt? in
            guard try reader.receipt(id: ReceiptID(rawValue: reference.name)) == nil else { return nil }
            return try Self.receipts(ReceiptNumbers(reference, in: reader), in: reader).first {
                $0.stands && $0.copy == reference.copy ?? .customer && $0.document.isOfSale
            }
        }
        if let sale { return sale }
        return try find(reference)
    }

    /// The valid receipt of that payment, made now if there was none. Till 0.1.0 kept the receipts of a withdrawn
    /// settlement and made none for the next one.
    private func standingReceipt(of payment: PaymentID, _ copy: ReceiptCopy) throws(Failure) -> StoredReceipt? {
        let (standing, settled) = try storage.reading { reader in
            let receipts = try reader.receipts(payment: payment)
            guard receipts.isEmpty, try reader.payment(id: payment)?.isApproved == true else {
                return (receipts, nil) as ([StoredReceipt], PaymentHistory?)
            }
            return (receipts, try StoredLedger.history(payment, in: reader))
        }
        guard let settled, let outcome = settled.storedOutcome else { return standing.first { $0.copy == copy } }
        let settlement = PaymentFinalizer(
            history: settled, outcome: outcome, merchantProfile: merchantProfile, now: environment.now())
        return try storage.writing { transaction in
            // Another process may have made the receipts meanwhile.
            if try transaction.receipts(payment: payment).isEmpty {
                for receipt in try settlement.receipts(in: transaction, environment.newID) {
                    _ = try ReceiptWithdrawal.archive(
                        receipt.withJournalHead(in: transaction), in: transaction, at: settlement.now)
                }
            }
            return try transaction.receipts(payment: payment).first { $0.copy == copy }
        }
    }

    private func look(for reference: ReceiptReference) throws(Failure) -> StoredReceipt {
        let found = try storage.reading { reader in
            try Self.look(for: reference, ReceiptNumbers(reference, in: reader), in: reader)
        }
        if let found { return found }
        guard reference.name != "last", let (_, archive) = try lookIntoArchives(for: reference) else {
            throw try absence(of: reference)
        }
        throw .receiptArchived(reference.name, in: archive.file)
    }

    /// Why there is no such receipt: there never was one, or it was dropped because it was old.
    private func absence(of reference: ReceiptReference) throws(Failure) -> Failure {
        let (dropped, payment) = try storage.reading { reader -> (DroppedReceipts?, PaymentID?) in
            guard let dropped = try DroppedReceipts.last(in: reader) else { return (nil, nil) }
            guard let number = OrderNumber(typed: reference.name) else { return (dropped, nil) }
            for site in try SiteID.known(in: reader) {
                guard let order = try number.paid(in: reader, at: site) else { continue }
                let payments = try reader.payments(order: order, site: site)
                let paid = payments.last { !$0.isOpen && $0.createdAt < dropped.madeBefore }
                if let paid { return (dropped, paid.id) }
            }
            return (dropped, nil)
        }
        guard let dropped else { return .noReceipt(reference.name) }
        return payment.map { .receiptDropped($0, madeBefore: dropped.madeBefore) }
            ?? .noReceipt(reference.name, keptSince: dropped.madeBefore)
    }

    private func lookIntoArchives(
        for reference: ReceiptReference
    ) throws(Failure) -> (StoredReceipt, JournalArchive)? {
        let numbers = try storage.reading { try ReceiptNumbers(reference, in: $0) }
        return try storage.searchArchives { try Self.look(for: reference, numbers, in: $0) }
    }

    /// The receipts under these numbers, newest first, those of the shop in which somebody is signed in before all others.
    private static func receipts(_ numbers: ReceiptNumbers, in reader: any StorageReader) throws -> [StoredReceipt] {
        let found = try numbers.all.flatMap { try reader.receipts(orderNumber: $0) }
        let sorted = numbers.all.count == 1 ? found : found.sorted { $0.createdAt > $1.createdAt }
        guard let site = numbers.site else { return sorted }
        let own = try sorted.filter { try reader.payment(id: $0.payment)?.site == site }
        return own + sorted.filter { receipt in !own.contains { $0.id == receipt.id } }
    }

    private static func look(
        for reference: ReceiptReference, _ numbers: ReceiptNumbers, in reader: any StorageReader
    ) throws -> StoredReceipt? {
        if reference.name == "last" { return try reader.latestReceipt(copy: reference.copy ?? .customer) }
        if let receipt = try reader.receipt(id: ReceiptID(rawValue: reference.name)) {
            guard let copy = reference.copy, copy != receipt.copy else { return receipt }
            let others = receipt.stands ? try reader.receipts(payment: receipt.payment) : []
            return try (others + reader.withdrawnReceipts(payment: receipt.payment)).first { $0.copy == copy }
        }
        return try receipts(numbers, in: reader).first { $0.copy == reference.copy ?? .customer }
    }

    func save(_ receipt: Receipt, at now: Date) throws(Failure) -> StoredReceipt {
        if let place = receipt.placeOfCardData { throw .receiptHoldsCardData(place) }
        let saved = try storage.writing { transaction in
            try transaction.insert(receipt, createdAt: now)
            return try transaction.receipt(id: receipt.id)
        }
        guard let saved else { throw .noReceipt(receipt.id.rawValue) }
        return saved
    }

    /// The newest receipts with all prints and the shop of each, of every shop or of one.
    func newest(_ limit: Int, before: ReceiptID? = nil, of site: SiteID? = nil) throws(Failure) -> ReceiptPage {
        try storage.reading { reader in
            let shops = try RememberedShop.all(in: reader)
            var (found, last, left) = ([ListedReceipt](), before, ReceiptPage.mostSearched)
            repeat {
                let size = min(limit, left)
                let page = try last.map { try reader.receipts(before: $0, limit: size) } ?? reader.receipts(limit: size)
                for receipt in page where found.count < limit {
                    last = receipt.id
                    let place = try reader.payment(id: receipt.payment)?.site
                    guard site == nil || place == site else { continue }
                    found.append(
                        ListedReceipt(
                            receipt: receipt, prints: try reader.printJobs(receipt: receipt.id), site: place,
                            shop: shops.first { $0.site == place }?.name))
                }
                left -= page.count
                if page.count < size, page.last.map({ $0.id == last }) ?? true { last = nil }
            } while found.count < limit && left > 0 && last != nil
            return ReceiptPage(receipts: found, next: last)
        }
    }

    /// All prints of a payment's valid receipts, the customer's first.
    func prints(of payment: PaymentID) throws(Failure) -> [PrintHistory] {
        try storage.reading { reader in
            try Self.prints(reader.receipts(payment: payment).map(\.id), of: payment, in: reader)
        }
    }

    /// All prints of a receipt, even of a withdrawn one, because its paper exists.
    func prints(_ reference: ReceiptReference) throws(Failure) -> [PrintHistory] {
        let receipt = try look(for: reference)
        return try storage.reading { try Self.prints([receipt.id], of: receipt.payment, in: $0) }
    }

    private static func prints(
        _ receipts: [ReceiptID], of payment: PaymentID, in reader: any StorageReader
    ) throws -> [PrintHistory] {
        let moves = try reader.journalEntries(payment: payment).filter { $0.kind == "receipt.moved" }.map {
            try $0.decoded(as: MoveFact.self)
        }
        return try receipts.flatMap { try reader.printJobs(receipt: $0) }.map { job in
            // A second printer that could not print it either returned the print.
            let its = moves.last { $0.print == job.id && $0.to == job.printer }
            let move = its.flatMap { fact in fact.because.map { PrintHistory.Move(from: fact.from, because: $0) } }
            return PrintHistory(job: job, move: move)
        }
    }
}

extension Receipt {
    /// Whether the receipt states that something was paid.
    fileprivate var isOfSale: Bool { kind.takesMoney && card.result == .approved }
}

extension Failure {
    /// The receipt was withdrawn; `standing` is the receipt of that payment that replaced it.
    static func receiptWithdrawn(_ receipt: StoredReceipt, _ standing: StoredReceipt? = nil) -> Failure {
        Failure(
            ReceiptFailure.withdrawn,
            Sentence("failure.receipt.withdrawn", ["id": receipt.id, "payment": receipt.payment]),
            remedy: standing.map { Sentence("remedy.receipt.withdrawn.replaced", ["id": $0.id]) }
                ?? Sentence("remedy.receipt.withdrawn.withdrawn", ["payment": receipt.payment]), recovery: .giveUp)
    }

    fileprivate static func receiptDropped(_ payment: PaymentID, madeBefore time: Date) -> Failure {
        Failure(
            ReceiptFailure.dropped,
            Sentence("failure.receipt.dropped", ["payment": payment, "day": WrittenMoment(day: time)]),
            remedy: Sentence("remedy.receipt.dropped", ["payment": payment]), recovery: .giveUp)
    }

    static func receiptHoldsCardData(_ place: String) -> Failure {
        Failure(
            ReceiptFailure.cardData, Sentence("failure.receipt.cardData", ["place": place]),
            remedy: Sentence("remedy.receipt.cardData"), recovery: .giveUp)
    }
}
