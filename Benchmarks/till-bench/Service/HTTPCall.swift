import Foundation

/// The answer to one request to the measured service, which goes over a connection of its own.
struct HTTPCall {
    /// The status line and the head's fields, as they came.
    let head: String
    let body: String

    var status: Int { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }

    /// Writes a request as bytes, with a body in JSON if there is one.
    ///
    /// - Parameter fields: complete lines without their ends.
    static func request(
        _ method: String, _ path: String, at port: UInt16, _ fields: [String], body: String? = nil
    ) -> [UInt8] {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + fields
        if let body { lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"] }
        return Array((lines + ["", body ?? ""]).joined(separator: "\r\n").utf8)
    }

    /// Reads an answer to its end. The service must close the connection behind it.
    init(from socket: TCPSocket) throws {
        var bytes: [UInt8] = []
        while true {
            let more = socket.read()
            guard !more.isEmpty else { break }
            bytes += more
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { throw BenchmarkFailed(description: "no answer over HTTP") }
        head = String(text[..<end.lowerBound])
        body = String(text[end.upperBound...])
    }
}
