import Model
import Foundation

/// Maps one kind of answer.
package protocol Mapper: Sendable {
    associatedtype Output: Sendable
    /// Throws `.malformed` with the field when the answer does not have WooCommerce's format.
    func map(_ response: Response) throws(NetworkError) -> Output
}

extension Mapper {
    func decode<T: Decodable>(_ type: T.Type, from response: Response) throws(NetworkError) -> T {
        do {
            return try JSONDecoder().decode(type, from: response.body)
        } catch let error as DecodingError {
            throw NetworkError(error)
        } catch {
            throw .malformed(field: nil, reason: Sentence("detail.json.noJSON"))
        }
    }
}
