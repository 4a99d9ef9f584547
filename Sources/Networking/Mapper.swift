import Foundation

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
                throw .malformed(field: "the whole answer", reason: error.reason)
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
}

extension JSONError {
    var reason: String {
        switch self {
        case .syntax: "it is not JSON"
        case .cutOff: "it is cut off"
        case .encoding: "it is not UTF-8"
        case .tooDeep: "it is nested too deeply"
        case .numberTooLong: "a number in it is too long"
        }
    }
}
