import Foundation

/// An answer of the embedded shop.
struct ShopAnswer {
    let status: Int
    let headers: [String: String]
    let body: Data

    init(_ body: Data, status: Int = 200, headers: [String: String] = [:]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    init(_ body: JSONValue, status: Int = 200, headers: [String: String] = [:]) {
        self.init(body.data, status: status, headers: headers)
    }

    /// A list of encoded values.
    init(list bodies: [Data], headers: [String: String] = [:]) {
        var text = Data("[".utf8)
        text.reserveCapacity(bodies.reduce(2) { $0 + $1.count + 1 })
        for (index, body) in bodies.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text.append(body)
        }
        text.append(UInt8(ascii: "]"))
        self.init(text, headers: headers)
    }

    init(_ refusal: ShopRefusal) {
        self.init(refusal.body, status: refusal.status)
    }

    var response: Response {
        var headers = headers
        headers["content-type"] = "application/json; charset=UTF-8"
        return Response(status: status, headers: headers, body: body)
    }
}
