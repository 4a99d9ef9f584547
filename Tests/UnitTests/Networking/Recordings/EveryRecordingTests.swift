import Foundation
import Model
import Testing

@testable import Networking

/// Every answer of a real WooCommerce is read by the entity of its resource, and nothing of it is lost; `RecordedRequestTests`
/// compares the requests. Skipped, and said so, where the recordings are not there.
@Suite(.enabled(if: WooReference.isHere, "../shared is not beside this repository (or set TILL_SHARED)"))
struct EveryRecordingTests {
    private typealias Read = @Sendable (Response) throws -> Void

    /// Reads one thing or a list, and writes it back.
    private static func reading<Entity: ShopEntity>(_ entity: Entity.Type) -> Read {
        { response in
            let json = try response.json
            let entities =
                json.list == nil
                ? [try EntityMapper<Entity>().map(response)] : try EntityListMapper<Entity>().map(response).items
            #expect(entities.map(\.json) == json.list ?? [json], "something was lost")
            #expect(entities.allSatisfy { !$0.key.isEmpty })
            for entity in entities {
                let again = try Entity(try ShopObject(try JSONValue(parsing: entity.json.data), at: ""))
                #expect(again == entity, "what is kept is read alike")
            }
        }
    }

    /// The entity of each resource; `#` is a number and `*` a word.
    private static let entities: [(String, Read)] = [
        ("wc/v3/orders", reading(OrderRecord.self)), ("wc/v3/orders/#", reading(OrderRecord.self)),
        ("wc/v3/orders/#/notes", reading(OrderNote.self)), ("wc/v3/orders/#/notes/#", reading(OrderNote.self)),
        ("wc/v3/orders/#/refunds", reading(Refund.self)), ("wc/v3/orders/#/refunds/#", reading(Refund.self)),
        ("wc/v3/products", reading(Product.self)), ("wc/v3/products/#", reading(Product.self)),
        ("wc/v3/products/#/variations", reading(Product.self)),
        ("wc/v3/products/reviews", reading(ProductReview.self)),
        ("wc/v3/products/reviews/#", reading(ProductReview.self)),
        ("wc/v3/customers", reading(Customer.self)), ("wc/v3/customers/#", reading(Customer.self)),
        ("wc/v3/coupons", reading(Coupon.self)), ("wc/v3/coupons/#", reading(Coupon.self)),
        ("wc/v3/taxes", reading(TaxRate.self)), ("wc/v3/taxes/classes", reading(TaxClass.self)),
        ("wc/v3/payment_gateways", reading(PaymentGateway.self)),
        ("wc/v3/payment_gateways/*", reading(PaymentGateway.self)),
        ("wc/v3/webhooks", reading(Webhook.self)), ("wc/v3/webhooks/#", reading(Webhook.self)),
        ("wc-analytics/reports/customers", reading(AnalyticsCustomer.self)),
    ]

    private static func matches(_ path: String, _ pattern: String) -> Bool {
        let (parts, wanted) = (path.split(separator: "/"), pattern.split(separator: "/"))
        guard parts.count == wanted.count else { return false }
        return zip(parts, wanted).allSatisfy { part, word in
            switch word {
            case "#": part.allSatisfy(\.isNumber)
            case "*": true
            default: part == word
            }
        }
    }

    @Test func everyAnswerIsReadAndNothingIsLost() throws {
        var read: [String] = []
        for recording in try WooReference.allRecordings() where (200..<300).contains(recording.response.status) {
            // A request may ask for some fields only, and HEAD for none.
            guard recording.query["_fields"] == nil, recording.query["_method"] == nil,
                !recording.response.body.isEmpty, recording.method != "OPTIONS",
                let entity = Self.entities.first(where: { Self.matches(recording.path, $0.0) })
            else { continue }
            do { try entity.1(recording.response) } catch { Issue.record("\(recording.name): \(error)") }
            read.append(recording.name)
        }
        #expect(read.count > 80, "\(read.count)")
    }

    /// The amounts of every recorded order are read exactly, and its summary has the shop's total.
    @Test func everyOrderCanBePaid() throws {
        for recording in try WooReference.allRecordings() where recording.query["_fields"] == nil {
            guard recording.response.status == 200, Self.matches(recording.path, "wc/v3/orders"),
                recording.method == "GET", recording.query["dp"] == nil
            else { continue }
            for record in try EntityListMapper<OrderRecord>().map(recording.response).items {
                let order = try record.order(site: SiteID(rawValue: 7))
                #expect(order.total.formatted() == record.total, "\(recording.name) \(record.number)")
                #expect(record.dates.created != nil && record.dates.modified != nil)
            }
        }
    }
}
