import Foundation
import Model

/// A document with its body decoded.
struct ShopEntry: Sendable {
    let id: Int64
    let parent: Int64
    let body: JSONValue

    init(id: Int64, parent: Int64 = 0, body: JSONValue) {
        self.id = id
        self.parent = parent
        self.body = body
    }

    /// Nil for what was removed.
    init?(_ document: ShopDocument) {
        guard !document.isRemoved, let body = try? JSONValue(parsing: document.body) else { return nil }
        self.init(id: document.id, parent: document.parent, body: body)
    }

    func text(_ name: String) -> String { body[name]?.asPlain ?? "" }
}
