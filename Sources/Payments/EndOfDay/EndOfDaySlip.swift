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
        let receipt = Receipt(
            id: ReceiptID(rawValue: newID("rcp")), copy: .merchant, merchant: merchantProfile.merchant,
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
