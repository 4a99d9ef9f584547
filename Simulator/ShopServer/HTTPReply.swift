/// An answer before it goes over the line.
struct HTTPReply: Sendable {
    var status: Int
    var headers: [(String, String)]
    var body: [UInt8]

    /// A page for people.
    static func page(_ status: Int, _ title: String, headers: [(String, String)] = []) -> HTTPReply {
        let text = "<!DOCTYPE html><html><head><title>\(title)</title></head><body><h1>\(title)</h1></body></html>"
        return HTTPReply(
            status: status, headers: headers + [("content-type", "text/html; charset=UTF-8")], body: Array(text.utf8))
    }
}
