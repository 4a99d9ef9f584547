import Foundation

package struct Response: Hashable, Sendable {
    /// The HTTP status code.
    package let status: Int
    /// The headers, with names in lower case.
    package let headers: [String: String]
    package let body: Data

    package init(status: Int, headers: [String: String] = [:], body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension Response {
    /// Whether the shop says that this is a page for people, and it is none of its answers: PHP calls an answer a page when it has
    /// written a warning before it.
    package var isWebPage: Bool {
        let type = headers["content-type"]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        guard type == "text/html" || type == "application/xhtml+xml" else { return false }
        return body.isEmpty || (try? json) == nil
    }
}
