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
        guard let value = KioskValue(members["value"] ?? .null, isScanned: act == "scan") else {
            throw .missing("value")
        }
        self.screen = screen
        self.act = act
        self.value = value
    }
}

extension KioskValue {
    /// Nil for a value that no act takes.
    ///
    /// - Parameter isScanned: whether a text comes from a scanner, which may have read a product.
    fileprivate init?(_ json: JSONValue, isScanned: Bool) {
        switch json {
        case .null: self = .nothing
        case .bool(let flag): self = .flag(flag)
        case .integer(let number): self = .number(number)
        case .string(let text):
            // A touch screen is no place for the number of a card either.
            guard text.utf8.count <= 1024,
                isScanned && ArticleNumber.isOne(text) || !CardData.isIn(written: text)
            else { return nil }
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
