import Foundation
import Model
import Payments

extension Output {
    /// An end of day, or a comparison of the totals, with what makes them up. Its totals stand beside the rest, as in a list.
    package struct EndOfDay: Encodable {
        private enum CodingKeys: CodingKey {
            case firstReceipt, lastReceipt, schemes, payments, differences, remarks
        }

        private let totals: EndOfDayRow
        let firstReceipt: Int?
        let lastReceipt: Int?
        let schemes: [Scheme]
        let payments: [Payment]
        let differences: [Difference]
        let remarks: [Remark]

        struct Scheme: Encodable {
            let scheme: String
            let journalCount: Int
            let journalTotal: String
            let journalTotalMinor: Int64
            /// Nil if the terminal told nothing about its schemes.
            let terminalCount: Int?
            let terminalTotal: String?
            let terminalTotalMinor: Int64?
        }

        struct Payment: Encodable {
            let payment: String
            let receiptNumber: Int?
            let scheme: String?
            let amount: String
            let amountMinor: Int64
            let order: String?
        }

        struct Difference: Encodable {
            let kind: String
            let receiptNumber: Int?
            let sentence: String
            let correction: String
        }

        struct Remark: Encodable {
            let kind: String
            let receiptNumbers: [Int]?
            let sentence: String
        }

        package func encode(to encoder: any Encoder) throws {
            try totals.encode(to: encoder)
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encodeIfPresent(firstReceipt, forKey: .firstReceipt)
            try values.encodeIfPresent(lastReceipt, forKey: .lastReceipt)
            try values.encode(schemes, forKey: .schemes)
            try values.encode(payments, forKey: .payments)
            try values.encode(differences, forKey: .differences)
            try values.encode(remarks, forKey: .remarks)
        }

        package init(_ report: EndOfDayReport) {
            let books = report.reconciliation
            let text = { (minor: Int64) in Money(minorUnits: minor, currency: books.currency).formatted() }
            totals = EndOfDayRow(report)
            firstReceipt = books.firstReceipt
            lastReceipt = books.lastReceipt
            schemes = books.schemes.map {
                Scheme(
                    scheme: $0.scheme.rawValue, journalCount: $0.journalCount, journalTotal: text($0.journalMinor),
                    journalTotalMinor: $0.journalMinor, terminalCount: books.tellsSchemes ? $0.terminalCount : nil,
                    terminalTotal: books.tellsSchemes ? text($0.terminalMinor) : nil,
                    terminalTotalMinor: books.tellsSchemes ? $0.terminalMinor : nil)
            }
            payments = books.bookings.map {
                Payment(
                    payment: $0.payment.rawValue, receiptNumber: $0.receipt, scheme: $0.scheme?.rawValue,
                    amount: text($0.amountMinor), amountMinor: $0.amountMinor, order: $0.orderNumber)
            }
            differences = books.advice.map {
                Difference(
                    kind: $0.difference.word, receiptNumber: $0.difference.receipt,
                    sentence: $0.sentence.text(in: .en), correction: $0.correction.text(in: .en))
            }
            remarks = books.notices.map {
                Remark(
                    kind: $0.remark.word, receiptNumbers: $0.remark.receipts, sentence: $0.sentence.text(in: .en))
            }
        }
    }
}

extension Reconciliation.Remark {
    fileprivate var receipts: [Int]? {
        switch self {
        case .startedAtTerminal(let receipts, _), .takenOrGivenBack(let receipts, _, _),
            .dayEndedByPerson(_, let receipts, _):
            receipts
        case .sinceBackup(let since): since.receipts
        case .reservationOpen(let reservation): [reservation.receipt]
        case .inDoubt, .counts, .shopNotToldYet, .paidElsewhere: nil
        }
    }
}
