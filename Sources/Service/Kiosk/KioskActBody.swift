import Failures
import Flow
import Foundation
import Model
import Networking
import Stores

/// The body of an act: `{"screen": 12, "act": "digit", "value": "4"}`.
struct KioskActBody {
    let screen: Int
    let act: String
    let value: KioskValue

    /// Throws `request.malformed` or `request.invalid`.
    init(_ request: ServiceRequest) throws(Failure) {
        guard let json = try? JSONValue(parsing: Data(request.body)), let members = json.members else {
            throw Failure(RequestFailure.malformed, Sentence("failure.request.malformed"), recovery: .giveUp)
        }
        guard case .integer(let screen)? = members["screen"], let screen = Int(exactly: screen) else {
            throw .missing("screen")
        }
        guard let act = members["act"]?.text, act.utf8.count <= 40 else { throw .missing("act") }
        if let other = members.keys.sorted().first(where: { !["screen", "act", "value"].contains($0) }) {
            throw .unknownName(other)
        }
        let told = members["value"] ?? .null
        // A touch screen is no place for the number of a card either. A scanner may have read a product.
        if let text = told.text ?? told.digits, act != "scan" || !ArticleNumber.isOne(text) {
            try CardNumberRule.check(text, in: "value")
        }
        guard let value = KioskValue(told) else {
            throw .invalid("value", Sentence("detail.request.text", ["most": KioskValue.longest]))
        }
        self.screen = screen
        self.act = act
        self.value = value
    }
}

extension JSONValue {
    /// A whole number as it is written; nil for anything else.
    fileprivate var digits: String? { if case .integer(let number) = self { String(number) } else { nil } }
}

extension KioskValue {
    /// The longest text, in bytes.
    fileprivate static let longest = 1024

    /// Nil for a value that no act takes.
    fileprivate init?(_ json: JSONValue) {
        switch json {
        case .null: self = .nothing
        case .bool(let flag): self = .flag(flag)
        case .integer(let number): self = .number(number)
        case .string(let text):
            guard text.utf8.count <= Self.longest else { return nil }
            self = .text(text)
        case .object(let members):
            if case .string(let name)? = members["name"], case .string(let value)? = members["value"] {
                self = .option(name: name, value: value)
            } else if case .integer(let line)? = members["line"], case .integer(let count)? = members["n"],
                let line = Int(exactly: line), let count = Int(exactly: count)
            {
                self = .line(line, quantity: count)
            } else {
                return nil
            }
        case .decimal, .array: return nil
        }
    }
}
