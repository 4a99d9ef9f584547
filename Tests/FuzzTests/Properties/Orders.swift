import Foundation
import Model

@testable import Networking

extension FuzzTarget {
    /// An order as a shop's answer: JSON with amounts as strings and HTML in names.
    static let order = FuzzTarget(name: "order", longestInput: 8_192, seeds: FuzzSeeds.orders) { bytes in
        let answer = Response(status: 200, body: Data(bytes))
        do {
            try OrderProperty.check(try OrderMapper(site: .embedded).map(answer), from: bytes)
        } catch let error as NetworkError {
            try promise("a field is named", !error.failure.sentence.isEmpty && error.code == "shop.malformed")
        }
        try OrderProperty.checkPlainText(String(decoding: bytes, as: UTF8.self))
    }
}

enum OrderProperty {
    static func check(_ order: Order, from bytes: [UInt8]) throws {
        let amounts = [order.total] + order.lines.map(\.total) + order.taxes.map(\.amount)
        try promise("one currency", amounts.allSatisfy { $0.currency == order.currency })
        let exact = amounts.allSatisfy { (try? Money(parsing: $0.formatted(), currency: order.currency)) == $0 }
        try promise("an amount as text is the amount", exact)
        let again = try JSONDecoder().decode(Order.self, from: JSONEncoder().encode(order))
        try promise("what is stored reads the same", again == order)
        try promise("no more lines than bytes", order.lines.count + order.taxes.count <= bytes.count)
    }

    static func checkPlainText(_ html: String) throws {
        let plain = PlainText.from(html: html)
        // `&#xFFFFF;` is the longest way to write four bytes; a name of three letters gives at most three.
        try promise("plain text is no longer than its HTML", plain.utf8.count <= html.utf8.count)
    }
}
