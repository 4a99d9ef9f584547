import Foundation
import Networking

/// What is wrong with an answer before anybody looks for its meaning.
enum AnswerCheck {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The answer, without the byte order mark that some plugins put before it. Throws when the body is not in UTF-8, or is
    /// JSON that ends before its end.
    static func checked(_ response: Response) throws(NetworkError) -> Response {
        guard isJSON(response) else { return response }
        let isMarked = response.body.starts(with: byteOrderMark)
        let body = isMarked ? Data(response.body.dropFirst(byteOrderMark.count)) : response.body
        guard String(validating: body, as: UTF8.self) != nil else { throw .answer(.wrongCharset) }
        guard !isCutOff(body) else { throw .answer(.truncated) }
        return isMarked ? Response(status: response.status, headers: response.headers, body: body) : response
    }

    /// Whether the answer calls itself JSON, or says nothing.
    private static func isJSON(_ response: Response) -> Bool {
        guard let type = response.headers["content-type"] else { return true }
        let name = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        return name == "application/json" || name.hasSuffix("+json")
    }

    /// Whether a JSON list or object begins and does not end. A server that does not say how long its answer is cuts it off
    /// in this way.
    private static func isCutOff(_ body: Data) -> Bool {
        let isBlank = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        guard let first = body.first(where: { !isBlank($0) }), let last = body.last(where: { !isBlank($0) }) else {
            return false
        }
        switch Unicode.Scalar(first) {
        case "{": return last != UInt8(ascii: "}")
        case "[": return last != UInt8(ascii: "]")
        default: return false
        }
    }
}
