import Flow
import Foundation
import Model
import Storage

/// The terminal's own report, if it sent one. It is stored and printed as a merchant's receipt.
struct EndOfDaySlip: Sendable {
    let report: EndOfDayReport
    let language: String
    let merchantProfile: MerchantProfile

    /// Stores the slip and prints it where the merchant's receipts are printed; otherwise it waits for a reprint.
    func write(
        to transaction: any StorageTransaction, printer: DeviceAddress?, at now: Date, newID: (String) -> String
    ) throws {
        guard !report.texts.isEmpty else { return }
        // A terminal's day has the payments of every shop; the one that is signed in ends it.
        let site = try Account.current(in: transaction)?.site ?? .embedded
        let receipt = Receipt(
            id: ReceiptID(rawValue: newID("rcp")), copy: .merchant,
            merchant: try merchantProfile.merchant(of: site, in: transaction),
            payment: PaymentID(rawValue: report.id.rawValue), orderNumber: nil, issuedAt: now,
            utcOffset: merchantProfile.utcOffset(now), lines: [], taxes: [],
            total: .zero(report.reconciliation.currency),
            tip: nil, card: .terminalReport(lines: lines), footer: [], language: language)
        try transaction.insert(receipt.withJournalHead(in: transaction), createdAt: now)
        guard let printer = merchantProfile.printer(.endOfDay, printer) else { return }
        try transaction.enqueuePrint(receipt: receipt.id, printer: printer.description, at: now)
    }

    /// The lines of all its receipts, one below the other.
    private var lines: [PrintedLine] {
        report.texts.flatMap { $0.endsReceipt ? $0.lines + [PrintedLine("")] : $0.lines }
    }
}
