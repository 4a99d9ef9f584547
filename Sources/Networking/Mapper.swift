import Foundation
import Model

/// Maps one kind of answer.
package protocol Mapper: Sendable {
    associatedtype Output: Sendable
    /// Throws `.malformed` with the field when the answer does not have WooCommerce's format.
    func map(_ response: Response) throws(NetworkError) -> Output
}

extension Response {
    /// The body as JSON. Throws `.malformed`, and says apart what was cut off, what is not UTF-8 and what is not JSON.
    var json: JSONValue {
        get throws(NetworkError) {
            do throws(JSONError) { return try JSONValue(parsing: body) } catch {
                if let json = NoticesBefore.json(after: body) { return json }
                throw .malformed(field: nil, reason: error.reason)
            }
        }
    }

    /// The body as one object.
    var object: ShopObject {
        get throws(NetworkError) { try ShopObject(try json, at: "") }
    }

    /// The body as a list of objects.
    var objects: [ShopObject] {
        get throws(NetworkError) { try ShopObject.list(try json, at: "") }
    }

    /// The rows of a list, and why others cannot be read: what a plugin has done to one of them hides no other. Throws the first
    /// reason if no row can be read.
    func rows<Row>(
        _ read: (ShopObject) throws(NetworkError) -> Row
    ) throws(NetworkError) -> (read: [Row], unreadable: [NetworkError]) {
        let elements = try ShopObject.elements(of: try json, at: "")
        var (rows, unreadable): ([Row], [NetworkError]) = ([], [])
        rows.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do throws(NetworkError) { rows.append(try read(try ShopObject(element, at: "[\(index)]"))) } catch {
                unreadable.append(error)
            }
        }
        if rows.isEmpty, let first = unreadable.first { throw first }
        return (rows, unreadable)
    }
}

extension JSONError {
    var reason: Sentence {
        switch self {
        // A shop may repeat the name of a member, whose last value counts, so that mistake does not occur here.
        case .syntax, .repeatedName: Sentence("detail.json.noJSON")
        case .cutOff: Sentence("detail.json.cutOff")
        case .encoding: Sentence("detail.json.notUTF8")
        case .tooDeep: Sentence("detail.json.tooDeep")
        case .numberTooLong: Sentence("detail.json.longNumber")
        }
    }
}
