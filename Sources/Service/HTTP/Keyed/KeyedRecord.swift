import Foundation

/// What the till keeps of a request with an idempotency key, from before its act begins.
struct KeyedRecord: Codable {
    /// The digest of what was asked for.
    let fingerprint: String
    let at: Date
    /// The place from which on the act is looked for.
    let mark: Int64
    /// What the act is done to; nil if it has no subject, and if an earlier build kept it.
    var subject: String?
    /// Nil until the act has ended.
    var answer: Answer?

    /// The answer to the first request, which every repetition gets.
    struct Answer: Codable {
        let status: Int
        let fields: [String: String]
        let type: String
        let text: String

        /// Nil for an answer that cannot be kept, such as a stream.
        init?(_ response: ServiceResponse) {
            guard case .bytes(let bytes, let type) = response.body else { return nil }
            (status, fields, self.type) = (response.status, response.fields, type)
            text = String(decoding: bytes, as: UTF8.self)
        }

        var response: ServiceResponse {
            ServiceResponse(status: status, fields: fields, body: .bytes(Array(text.utf8), type: type))
        }
    }
}
