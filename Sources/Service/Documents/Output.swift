import Failures
import Flow
import Foundation
import Model
import Receipts
import Storage
import Stores

/// The documents of `--json` and of the HTTP interface. Names become snake case, and times are RFC 3339 in UTC. An amount is there twice: as a
/// person writes it, and in minor units under the same name with `_minor`.
package enum Output {
    /// The version of every document. It changes when a key changes its meaning or is removed, not when one is added.
    package static let version = 1

    /// A document that is an object, with the version of these documents.
    package static func json(_ value: some Encodable) throws(Failure) -> String {
        try encoded(Joined(body: value, more: Version()))
    }

    /// A list of documents, each with its version.
    package static func json(_ values: [some Encodable]) throws(Failure) -> String {
        try encoded(values.map { Joined(body: $0, more: Version()) })
    }

    /// A receipt as docs/receipt.schema.json has it, which `till render receipt` and `till pay --receipt` read.
    package static func json(receipt: Model.Receipt) throws(Failure) -> String {
        do { return escaped(try ReceiptDocument.encode(receipt)) } catch {
            throw Failure(
                OutputFailure.json, Sentence("failure.output.json.json"), recovery: .giveUp,
                causes: [Sentence(stored: "\(error)")])
        }
    }

    private struct Version: Encodable { let schemaVersion = Output.version }

    private static func encoded(_ value: some Encodable) throws(Failure) -> String {
        guard let plain = PlainJSONEncoder.data(value, as: .document) else { return try foundations(value) }
        let document = escaped(plain)
        // Every test that makes a document compares the two.
        assert((try? foundations(value)) == document)
        return document
    }

    /// The document as Foundation writes it.
    private static func foundations(_ value: some Encodable) throws(Failure) -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return escaped(try encoder.encode(value)) } catch {
            throw Failure(
                OutputFailure.json, Sentence("failure.output.json.execute"), recovery: .giveUp,
                causes: [Sentence(stored: "\(error)")])
        }
    }

    /// The text of a document. Characters that a terminal would obey are written as escapes: the encoder does that with those of ASCII
    /// only. Beyond ASCII a document has nothing outside of its strings.
    private static func escaped(_ document: Data) -> String {
        let text = String(decoding: document, as: UTF8.self)
        guard text.unicodeScalars.contains(where: isObeyed) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            guard isObeyed(scalar) else {
                escaped.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                escaped += "\\u" + String(UInt32(unit) + 0x10000, radix: 16).dropFirst()
            }
        }
        return escaped
    }

    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x7F && !scalar.isPrintable }

    /// The failure of a command that has nothing else to report.
    package struct Error: Encodable {
        package struct Content: Encodable {
            let code: String
            let sentence: String
            let remedy: String?
            let causes: [String]
        }

        package let error: Content

        package init(_ failure: Failure) {
            error = Content(
                code: failure.code, sentence: failure.sentence.presentable, remedy: failure.remedy?.presentable,
                causes: failure.causes.map(\.presentable))
        }
    }

    /// A row of `till receipts prints`.
    package struct PrintRow: Encodable {
        let receipt: String
        let copy: String
        let duplicate: Int
        let state: String
        let failure: String?
        let printer: String
        let startedAt: Date?
        let finishedAt: Date?
        /// Null if it was printed on the intended printer.
        let move: Move?

        struct Move: Encodable {
            let from: String
            let because: String
        }

        package init(_ print: PrintHistory) {
            let job = print.job
            receipt = job.receipt.rawValue
            copy = job.copy.rawValue
            duplicate = job.mark.number
            state = job.state.rawValue
            failure = job.failureCode
            printer = job.printer
            startedAt = job.startedAt
            finishedAt = job.finishedAt
            move = print.move.map { Move(from: $0.from, because: $0.because.code) }
        }
    }

    package struct Order: Encodable {
        let id: Int64
        let number: String
        let status: String
        let total: String
        let totalMinor: Int64
        let currency: String
        let customer: String?
        let lines: [Line]
        let adjustments: [Adjustment]
        /// When the shop told this, and whether it could be asked now.
        let fetchedAt: Date
        let stale: Bool
        /// Whether something of it is still to be told to the shop.
        let untold: Bool

        struct Line: Encodable {
            let name: String
            let quantity: Int
            let total: String
            let totalMinor: Int64
        }

        struct Adjustment: Encodable {
            let kind: String
            let label: String
            let total: String
            let totalMinor: Int64
        }

        /// - Parameter shop: what the shop knows of the order.
        package init(_ order: Model.Order, in known: Cached<some Sendable>, at shop: OrdersAtShop) {
            untold = shop.isUntold(order.id)
            fetchedAt = known.asOf
            stale = known.failure != nil
            id = shop.id(of: order.id).rawValue
            number = order.number
            status = order.status.rawValue
            (total, totalMinor) = (order.total.formatted(), order.total.minorUnits)
            currency = order.currency.code
            customer = order.customer
            lines = order.lines.map {
                Line(
                    name: $0.name, quantity: $0.quantity, total: $0.total.formatted(), totalMinor: $0.total.minorUnits)
            }
            adjustments = order.adjustments.map {
                Adjustment(
                    kind: $0.kind.rawValue, label: $0.label, total: $0.amount.formatted(),
                    totalMinor: $0.amount.minorUnits)
            }
        }
    }

    package struct Receipt: Encodable {
        let receipt: String
        let payment: String
        let order: String?
        let copy: String
        let amount: String
        let amountMinor: Int64
        let currency: String
        let prints: Int
        let createdAt: Date
        /// `printed`, `waiting`, `printing`, `cut_off`, `unknown`, `not_printed` or `withdrawn`.
        let state: String
        /// The shop of its payment, 0 for the embedded one; absent for a receipt of an end of day.
        let site: Int64?
        /// The name of that shop; absent for the embedded one.
        let shop: String?

        package init(_ listed: ListedReceipt) {
            (site, shop) = (listed.site?.rawValue, listed.shop)
            let receipt = listed.receipt
            state = listed.state.rawValue
            self.receipt = receipt.id.rawValue
            payment = receipt.payment.rawValue
            order = receipt.orderNumber
            copy = receipt.copy.rawValue
            let total = receipt.document.total
            (amount, amountMinor, currency) = (total.formatted(), total.minorUnits, total.currency.code)
            prints = receipt.printCount
            createdAt = receipt.createdAt
        }
    }
}

extension PrintMark {
    /// 0 for the original.
    package var number: Int {
        switch self {
        case .original: 0
        case .duplicate(let number, _): number
        }
    }
}

extension PrintEnd {
    package var word: String {
        switch self {
        case .confirmed: "confirmed"
        case .probably: "probably"
        case .failed: "failed"
        case .unknown: "unknown"
        }
    }
}
