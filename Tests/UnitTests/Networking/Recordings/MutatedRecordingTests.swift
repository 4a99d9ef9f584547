import Foundation
import Model
import Testing

@testable import Networking

/// The recorded answers of a real WooCommerce, changed as other releases, plugins and servers change them. Whatever they do:
/// nothing ends the program, a row that cannot be read hides no other row, and no amount of money is another than the shop's.
@Suite(.enabled(if: WooReference.isHere, "../shared is not beside this repository (or set TILL_SHARED)"))
struct MutatedRecordingTests {
    /// What stands in place of a value.
    private static let others: [JSONValue] = [
        false, true, "", nil, [], [:], 0, -1, "0", "x", "1,50", "1.5e3", .decimal(Decimal(string: "12.345") ?? 0),
        ["a": 1], [1], "<b>1</b>", "9999999999999999999999", .integer(.max),
    ]

    /// Some of them for each place, so that each comes to many places; nil for no value at all.
    private static func some(_ number: Int) -> [JSONValue?] {
        let chosen = others.enumerated().filter { ($0.offset + number) % 3 == 0 }
        return chosen.map { JSONValue?.some($0.element) } + [JSONValue?.none]
    }

    /// The objects and lists in a value, by their places.
    private static func places(in json: JSONValue, at place: [Step] = []) -> [[Step]] {
        switch json {
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { name, value in
                [place + [.name(name)]] + places(in: value, at: place + [.name(name)])
            }
        case .array(let elements):
            // Rows are alike: the first two are enough.
            elements.prefix(2).enumerated().flatMap { number, value in
                [place + [.number(number)]] + places(in: value, at: place + [.number(number)])
            }
        case .null, .bool, .integer, .decimal, .string: []
        }
    }

    private enum Step: Hashable {
        case name(String)
        case number(Int)
    }

    /// The value with another in this place; without it if that is nil.
    private static func changed(_ json: JSONValue, at place: ArraySlice<Step>, to other: JSONValue?) -> JSONValue {
        guard let step = place.first else { return other ?? .null }
        let rest = place.dropFirst()
        switch (json, step) {
        case (.object(var members), .name(let name)):
            members[name] = rest.isEmpty ? other : members[name].map { changed($0, at: rest, to: other) }
            return .object(members)
        case (.array(var elements), .number(let number)) where elements.indices.contains(number):
            if rest.isEmpty, other == nil {
                elements.remove(at: number)
            } else {
                elements[number] = changed(elements[number], at: rest, to: other)
            }
            return .array(elements)
        default: return json
        }
    }

    /// Rows of all kinds, read with a row beside them that nobody has changed.
    private static func check<Entity: ShopEntity>(_ type: Entity.Type, _ names: String...) throws {
        for name in names {
            let json = try WooReference.recording(name).response.json
            let rows = json.list ?? [json]
            let row = try #require(rows.first, "\(name)")
            let whole = try Entity(try ShopObject(row, at: ""))
            for (number, place) in places(in: row).enumerated() {
                for other in some(number) {
                    let body = JSONValue.array([changed(row, at: place[...], to: other), row]).data
                    let page = try EntityListMapper<Entity>().map(Response(status: 200, body: body))
                    #expect(
                        page.items.last == whole && page.items.count + page.unreadable.count == 2, "\(name) \(place)")
                }
            }
        }
    }

    @Test func aRowThatSomethingHasChangedHidesNoOther() throws {
        try Self.check(Product.self, "053-products-list", "057-variations-list")
        try Self.check(Coupon.self, "159-coupons-list")
        try Self.check(Refund.self, "105-refunds-list")
        try Self.check(ProductReview.self, "138-products-reviews")
        try Self.check(Webhook.self, "223-webhooks-list")
    }

    @Test func aRowThatIsNoObjectHidesNoOther() throws {
        let order = try #require(try WooReference.recording("039-orders-modified-after").response.json.list?.first)
        for other in Self.others {
            let response = Response(status: 200, body: JSONValue.array([other, order, other]).data)
            #expect(try EntityListMapper<OrderRecord>().map(response).items.count == 1)
            #expect(try OrderListMapper(site: .embedded).map(response).items.count == 1)
            #expect(try ListedOrdersMapper(site: .embedded).map(response).orders.count == 1)
        }
        let nothing = Response(status: 200, body: Data("[false,null]".utf8))
        #expect(throws: NetworkError.self) { try EntityListMapper<OrderRecord>().map(nothing) }
        #expect(try EntityListMapper<OrderRecord>().map(Response(status: 200, body: Data("[]".utf8))).items.isEmpty)
    }

    /// The parts of an order by which it is known what it comes to.
    private static let amounts: Set<String> = [
        "total", "subtotal", "total_tax", "subtotal_tax", "tax_total", "shipping_tax_total", "currency", "discount",
    ]

    /// Whether a value is another way to write the same amount.
    private static func isSame(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
        guard let one = one?.looseText.flatMap({ Decimal(string: $0) }) else { return false }
        return one == other?.looseText.flatMap { Decimal(string: $0) }
    }

    @Test func noAmountOfAnOrderIsGuessed() throws {
        let orders = try WooReference.recording("026-orders-list-per100").response.json.list ?? []
        let order = try #require(orders.first { ($0["tax_lines"]?.list ?? []).count > 0 && $0["total"] != "0.00" })
        let whole = try WooOrder(try ShopObject(order, at: "")).order(site: .embedded)
        for (number, place) in Self.places(in: order).enumerated() {
            for other in Self.some(number) {
                let changed = Self.changed(order, at: place[...], to: other)
                guard let object = try? ShopObject(changed, at: ""),
                    let read = try? WooOrder(object).order(site: .embedded)
                else { continue }
                let isAmount = place.contains {
                    if case .name(let name) = $0 { Self.amounts.contains(name) } else { false }
                }
                // A shop may say another amount; what is no amount is not read as one.
                guard place == [.name("total")] || !isAmount else { continue }
                if place == [.name("total")] {
                    #expect(other?.looseText.flatMap { Decimal(string: $0) } != nil, "\(String(describing: other))")
                } else {
                    #expect(read.total == whole.total && read.currency == whole.currency, "\(place)")
                }
            }
        }
    }

    /// An amount inside of an order that is neither a number, nor text of one, nor nothing makes the order unreadable.
    @Test func anAmountThatIsNoneMakesItsOrderUnreadable() throws {
        let orders = try WooReference.recording("026-orders-list-per100").response.json.list ?? []
        let order = try #require(orders.first { !($0["tax_lines"]?.list ?? []).isEmpty })
        let names = [("line_items", ["total", "total_tax", "subtotal", "subtotal_tax"]), ("tax_lines", ["tax_total"])]
        for (list, members) in names {
            for name in members {
                for other: JSONValue in [false, true, [], [:], "x", "1,50", "1.2.3", "--1"] {
                    let place: [Step] = [.name(list), .number(0), .name(name)]
                    let object = try ShopObject(Self.changed(order, at: place[...], to: other), at: "")
                    #expect(throws: NetworkError.self, "\(list) \(name) \(other)") {
                        try WooOrder(object).order(site: .embedded)
                    }
                    if list == "line_items", name.hasPrefix("total") {
                        #expect(throws: NetworkError.self) { try OrderRecord(object) }
                    }
                }
            }
        }
    }

    /// PHP says `false` or an empty text for nothing, and an empty list for an empty object.
    @Test func nothingInPlaceOfAListOrAnObjectIsNothing() throws {
        let orders = try WooReference.recording("026-orders-list-per100").response.json.list ?? []
        let order = try #require(orders.first { $0["coupon_lines"] == [] })
        for name in ["coupon_lines", "refunds", "fee_lines", "meta_data", "billing", "shipping"] {
            for nothing: JSONValue in [false, "", nil, []] {
                let object = try ShopObject(Self.changed(order, at: [.name(name)], to: nothing), at: "")
                #expect(throws: Never.self, "\(name) \(nothing)") {
                    _ = (try OrderRecord(object), try WooOrder(object).order(site: .embedded))
                }
            }
        }
    }

    /// A server that shows its errors writes them before each answer.
    @Test(arguments: [
        "<br />\n<b>Warning</b>:  Undefined array key \"x\" in <b>/var/www/a.php</b> on line <b>12</b><br />\n",
        "PHP Notice:  Trying to access [0] of {null} in a.php on line 3\n", "\u{FEFF}\n\n", "Deprecated: [x] {y}\n\n",
    ])
    func warningsBeforeAnAnswerAreLeftOut(_ warning: String) throws {
        for name in ["053-products-list", "026-orders-list-per100", "106-refund-get"] {
            let recorded = try WooReference.recording(name).response
            for type in ["application/json; charset=UTF-8", "text/html; charset=UTF-8"] {
                let response = Response(
                    status: 200, headers: ["content-type": type], body: Data(warning.utf8) + recorded.body)
                #expect(try response.json == recorded.json, "\(name)")
                #expect(NetworkError(response) == nil, "\(name) as \(type)")
            }
        }
        let refusal = Data(
            #"{"code":"woocommerce_rest_shop_order_invalid_id","message":"Invalid ID.","data":{"status":404}}"#.utf8)
        let refused = Response(status: 404, headers: ["content-type": "text/html"], body: Data(warning.utf8) + refusal)
        guard case .notFound(_, of: .order?)? = NetworkError(refused, of: .order) else {
            Issue.record("\(String(describing: NetworkError(refused, of: .order)))")
            return
        }
    }

    @Test(arguments: ["<html><body>[1] {2}</body></html>", "<p>{\"a\":1}</p>", "Warning: x", "", "x [1,2"])
    func aPageIsNoAnswer(_ page: String) {
        let response = Response(status: 200, headers: ["content-type": "text/html"], body: Data(page.utf8))
        #expect(response.isWebPage)
        #expect(throws: NetworkError.self) { try response.json }
    }

    /// Half of an answer is not taken for a smaller one.
    @Test func whatIsCutOffIsNoAnswer() throws {
        let body = try WooReference.recording("106-refund-get").response.body
        for count in stride(from: 1, to: body.count, by: 37) {
            let warned = Data("Warning: x\n".utf8)
            #expect(throws: NetworkError.self) {
                try Response(status: 200, body: warned + body.prefix(count)).json
            }
            #expect(throws: NetworkError.self) {
                try Response(status: 200, body: Data(body.suffix(count).dropFirst())).json
            }
        }
    }
}
