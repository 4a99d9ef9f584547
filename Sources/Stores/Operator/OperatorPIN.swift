import Failures
import Flow
import Model

/// A PIN as somebody typed it: 4 to 12 digits. It is never shown, stored or logged.
package struct OperatorPIN: Sendable {
    package static let digits = 4...12

    let text: String

    /// Throws `operator.badPIN`, without the PIN, for anything but 4 to 12 digits.
    package init(_ text: String) throws(Failure) {
        guard Self.digits.contains(text.utf8.count), text.utf8.allSatisfy(Self.isDigit) else {
            throw .badPIN
        }
        self.text = text
    }

    private static func isDigit(_ letter: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= letter }

    /// Throws `operator.weakPIN` for a PIN that is among the first guesses: a row of digits with equal steps (`1111`, `1234`,
    /// `9630`), a group of digits that repeats (`1212`), a year, and a column of the keypad.
    func checkNotTrivial() throws(Failure) {
        let digits = text.utf8.map { Int($0) - Int(UInt8(ascii: "0")) }
        let steps = Set(zip(digits, digits.dropFirst()).map { ($1 - $0 + 10) % 10 })
        let repeats = (1...digits.count / 2).contains { length in
            zip(digits, digits.dropFirst(length)).allSatisfy { $0 == $1 }
        }
        guard steps.count > 1, !repeats, !Self.isYear(text), !Self.columns.contains(text) else { throw .weakPIN }
    }

    private static func isYear(_ text: String) -> Bool {
        text.count == 4 && (text.hasPrefix("19") || text.hasPrefix("20"))
    }

    private static let columns: Set<String> = ["2580", "0852", "1470", "0741", "3690", "0963"]
}

extension OperatorPIN: CustomStringConvertible, CustomReflectable {
    package var description: String { "PIN" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Failure {
    fileprivate static let badPIN = Failure(
        OperatorFailure.badPIN,
        Sentence(
            "failure.operator.badPIN", ["least": OperatorPIN.digits.lowerBound, "most": OperatorPIN.digits.upperBound]),
        recovery: .giveUp)

    fileprivate static let weakPIN = Failure(
        OperatorFailure.weakPIN, Sentence("failure.operator.weakPIN"), remedy: Sentence("remedy.operator.weakPIN"),
        recovery: .giveUp)
}
