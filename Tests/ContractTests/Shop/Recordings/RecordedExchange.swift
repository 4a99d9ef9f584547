import Foundation
import Networking
import Testing

/// An exchange with a real WooCommerce. The recordings are no part of the repository.
struct RecordedExchange: Sendable {
    /// The three digits at the start of the file's name.
    let number: String
    let name: String
    let method: String
    /// Below the REST root.
    let path: String
    let query: [String: String]
    /// Nil or null without one.
    let body: JSONValue?
    let response: Response

    /// Beside the repository, or where TILL_SHARED says.
    static let folder: URL? = {
        let root = URL(filePath: #filePath).pathComponents.prefix { $0 != "Tests" }.joined(separator: "/")
        let named = ProcessInfo.processInfo.environment["TILL_SHARED"]
        return ([named] + ["\(root)/../shared", "\(root)/../../shared"]).compactMap { $0 }
            .map { URL(filePath: "\($0)/reference/woo-recordings") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// The numbers of all recordings; of one of them is no request.
    static func numbers() throws -> Set<String> {
        let files = try FileManager.default.contentsOfDirectory(atPath: try #require(folder).path)
        return Set(files.filter { $0.hasSuffix(".json") && $0.first?.isNumber == true }.map { String($0.prefix(3)) })
    }

    init(_ number: String) throws {
        let folder = try #require(Self.folder)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let file = try #require(files.first { $0.hasPrefix("\(number)-") }, "there is no recording \(number)")
        let recorded = try JSONValue(parsing: try Data(contentsOf: folder.appending(path: file)))
        let (request, answer) = (try #require(recorded["request"]), try #require(recorded["response"]))
        let url = try #require(request["url"]?.text.flatMap(URLComponents.init))
        self.number = number
        name = String(file.dropLast(5))
        method = try #require(request["method"]?.text)
        path = String(url.path.trimmingPrefix("/wp-json/"))
        query = Dictionary((url.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
        body = request["body"]
        let headers = (answer["headers"]?.list ?? []).compactMap(\.list).map {
            ($0[0].text?.lowercased() ?? "", $0[1].text ?? "")
        }
        guard case .integer(let status)? = answer["status"] else { throw CocoaError(.coderReadCorrupt) }
        response = Response(
            status: Int(status), headers: Dictionary(headers) { $1 }, body: (answer["body"] ?? .null).data)
    }
}
