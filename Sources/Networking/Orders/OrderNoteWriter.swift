import Foundation
import Model

/// Writes the till's notes at orders, each once.
package struct OrderNoteWriter: Remote {
    package let network: any Network
    package var resource: ShopResource { .order }

    package init(network: any Network) { self.network = network }

    /// Adds a note for the shop's staff. May be repeated: a note that holds this tag is not written again.
    package func add(_ text: String, to order: OrderID, tag: String) async throws(NetworkError) {
        let query = ["type": "internal", "_fields": "id,note"]
        let notes = try await enqueue(Request(.get, path(order), query: query), mapper: NoteTextsMapper())
        guard !notes.contains(where: { $0.contains(tag) }) else { return }
        let body: JSONValue = ["note": .string("\(text) (\(tag))"), "customer_note": false]
        _ = try await enqueue(Request(.post, path(order), body: body.data), mapper: AnyAnswerMapper())
    }

    private func path(_ order: OrderID) -> String { "wc/v3/orders/\(order)/notes" }
}

private struct NoteTextsMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> [String] {
        try response.objects.map { $0.plainText("note") }
    }
}

/// Maps an answer of which only the success matters.
struct AnyAnswerMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) {}
}
