import Model
import Foundation

/// The ranges of the numbers in a receipt's document, if narrower than the type's.
enum ReceiptNumbers {
    /// The ranges by path, without list positions.
    private static let ranges: [String: ClosedRange<Int64>] = {
        let widest = Int64(LocalTime.widestOffset)
        let ofStatus: [String: ClosedRange<Int64>] = [
            "resultCode": 0...255, "month": 1...12, "day": 1...31, "hour": 0...23, "minute": 0...59, "second": 0...59,
            "receiptNumber": 0...9_999, "trace": 0...999_999, "originalTrace": 0...999_999, "currencyNumber": 0...999,
            "turnoverNumber": 0...999_999, "cardSequenceNumber": 0...9_999,
        ]
        let others = [
            "utcOffset": -widest...widest, "card.terminalText.lines[].indent": 0...15,
            "card.terminalReport.lines[].indent": 0...15, "lines[].quantity": -1_000_000...1_000_000,
            "currencyFormat.decimals": 0...4,
        ]
        return ofStatus.reduce(into: others) { $0["card.composed.status.\($1.key)"] = $1.value }
    }()

    /// Card numbers have more digits.
    private static let amounts = -Money.mostMinorUnits...Money.mostMinorUnits

    /// The first number, by key, that a receipt cannot contain.
    static func mistake(in document: Any) -> ReceiptDocumentError? { mistake(document, "", "") }

    /// Finds the first number in a value that a receipt cannot contain at this path; nil if there is none.
    ///
    /// - Parameter rule: `path` without list positions.
    private static func mistake(_ value: Any, _ path: String, _ rule: String) -> ReceiptDocumentError? {
        if let object = value as? [String: Any] {
            return object.sorted { $0.key < $1.key }.lazy.compactMap { key, value in
                let beginning = path.isEmpty ? "" : "."
                return mistake(value, "\(path)\(beginning)\(key)", "\(rule)\(beginning)\(key)")
            }.first
        }
        if let list = value as? [Any] {
            return list.enumerated().lazy.compactMap { mistake($0.element, "\(path)[\($0.offset)]", rule + "[]") }.first
        }
        guard let number = value as? NSNumber else { return nil }
        guard let whole = Int64(exactly: number) else {
            return ReceiptDocumentError(path, Sentence("detail.json.noWholeNumber"))
        }
        let known = ranges[rule] ?? (rule.hasSuffix(".minorUnits") ? amounts : nil)
        guard let range = known, !range.contains(whole) else { return nil }
        return ReceiptDocumentError(
            path,
            Sentence(
                "detail.json.noNumber", ["least": range.lowerBound, "most": range.upperBound]))
    }
}
