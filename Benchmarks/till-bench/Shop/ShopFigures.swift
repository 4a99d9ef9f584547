import CSQLiteFetch
import Flow
import Foundation
import Model
import Networking
import Payments
import Receipts
import Simulator
import Storage
import StorageInMemory
import Stores

/// What a shop's answers cost, and how fast orders are found among many that are kept.
struct ShopFigures: Benchmark {
    static let name = "shop_"
    private let place: Workplace

    init(_ place: Workplace) { self.place = place }

    func figures() async throws -> [Figure] {
        var figures = try decoding()
        figures += try await lookups()
        figures += try await ShopOverTLS(place).figures()
        return figures
    }

    // MARK: Reading answers

    /// A page as WooCommerce sends it, of orders with four lines of goods each.
    private func page(of count: Int) -> Data {
        let item = """
            {"id":%d,"name":"Großes Frühstück „Käthe“","product_id":14,"variation_id":0,"quantity":2,"tax_class":"",
            "subtotal":"25.04","subtotal_tax":"4.76","total":"25.04","total_tax":"4.76","taxes":[{"id":1,"total":"4.756303",
            "subtotal":"4.756303"}],"meta_data":[{"id":9,"key":"size","value":"250 g","display_key":"Size",
            "display_value":"250 g"}],"sku":"FRU-GRO","price":12.521008403361344,"image":{"id":"","src":""},"parent_name":null}
            """
        let orders = (1...count).map { id in
            let items = (0..<4).map { item.replacing("%d", with: "\(id * 10 + $0)") }.joined(separator: ",")
            return """
                {"id":\(id),"parent_id":0,"status":"completed","currency":"EUR","version":"11.0.1","prices_include_tax":true,
                "date_created":"2026-11-21T03:10:11","date_modified":"2026-11-21T03:10:11","discount_total":"0.00",
                "total":"119.20","total_tax":"19.04","customer_id":3,"order_key":"wc_order_4pRZ","billing":{"first_name":
                "Käthe","last_name":"Müller","company":"","address_1":"Musterstraße 1","city":"Berlin","postcode":"10115",
                "country":"DE","email":"k@example.test","phone":"+49 30 100"},"shipping":{"first_name":"","last_name":""},
                "payment_method":"cod","payment_method_title":"Nachnahme","transaction_id":"","number":"\(id)",
                "meta_data":[{"id":\(id),"key":"_wc_order_attribution_source_type","value":"utm"}],"line_items":[\(items)],
                "tax_lines":[{"id":1,"rate_code":"DE-MWST-1","rate_id":1,"label":"MwSt","compound":false,"tax_total":"19.04",
                "shipping_tax_total":"0.00","rate_percent":19,"meta_data":[]}],"shipping_lines":[],"fee_lines":[],
                "coupon_lines":[],"refunds":[],"payment_url":"https://shop.example/kasse/\(id)","is_editable":false,
                "needs_payment":false,"date_modified_gmt":"2026-11-21T02:10:11","currency_symbol":"€"}
                """
        }
        return Data("[\(orders.joined(separator: ","))]".utf8)
    }

    private func decoding() throws -> [Figure] {
        let response = Networking.Response(status: 200, body: page(of: 100))
        let mapper = EntityListMapper<OrderRecord>()
        func span(_ response: Networking.Response) throws -> Double {
            try place.stopwatch.best(of: 5, repetitions: 5) {
                let orders = try mapper.map(response).items
                _ = try orders.map { try $0.order(site: SiteID(rawValue: 7)) }
            }
        }
        let made = Figure(name: "shop_page_decode", value: try span(response) / 1e6, unit: "ms", goal: .atMost(15))
        guard let recorded = Self.recording else {
            return [made, Figure(name: "shop_recorded_page_decode", missing: "\(Self.recordingFile) is not there")]
        }
        let told = Networking.Response(status: 200, body: recorded)
        return [
            made,
            Figure(name: "shop_recorded_page_decode", value: try span(told) / 1e6, unit: "ms", goal: .atMost(15)),
        ]
    }

    private static let recordingFile = "../shared/reference/woo-recordings/026-orders-list-per100.json"

    /// The body of a page of 100 orders as WooCommerce 11.0.1 has sent it. Nil where the recordings are not.
    private static var recording: Data? {
        guard let data = FileManager.default.contents(atPath: recordingFile),
            let document = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let response = document["response"] as? [String: Any], let body = response["body"]
        else { return nil }
        if let text = body as? String { return Data(text.utf8) }
        return try? JSONSerialization.data(withJSONObject: body)
    }

    // MARK: Finding orders

    private static let site = SiteID(rawValue: 7)
    private static let names = ["Käthe Müller", "Jürgen Groß", "Zoë Œuvré", "李 小龙", "Mehmet Yılmaz", "Anna Nowak"]

    /// The first half of the orders was loaded just now, the others so long ago that they are asked for again.
    private func fill(_ storage: StorageManager) throws {
        let now = place.environment.now()
        for first in stride(from: 1, through: place.rows, by: 10_000) {
            let orders = (first..<min(first + 10_000, place.rows + 1)).map { id in
                Order(
                    site: Self.site, id: OrderID(rawValue: Int64(id)), number: "W-\(id)", status: .completed,
                    currency: .eur,
                    lines: [OrderLine(name: "Cappuccino", quantity: 2, total: Money(minorUnits: 760, currency: .eur))],
                    taxes: [], total: Money(minorUnits: 760, currency: .eur),
                    customer: "\(Self.names[id % Self.names.count]) \(id % 9_973)")
            }
            let age: TimeInterval = first > place.rows / 2 ? 86_400 : 0
            try storage.write(.withNext) { try $0.save(orders, fetchedAt: now - age) }
        }
    }

    private func lookups() async throws -> [Figure] {
        let storage = try StorageManager(directory: place.folder, environment: place.environment)
        try fill(storage)
        let stores = till(over: storage)
        _ = try await stores.signIn(Account(name: "bench", site: Self.site))
        var random = SeededGenerator(seed: 1)
        let half = Int64(place.rows / 2)
        let ids = (0..<2_000).map { _ in Int64.random(in: 1...half, using: &random) }
        // Whole blocks of orders were loaded at one time.
        let old = ids.map { $0 + half - half % 10_000 + 10_000 }.filter { $0 <= Int64(place.rows) }
        guard !old.isEmpty else { throw BenchmarkFailed(description: "the orders that are offline need more --rows") }
        func byID(_ id: Int64, _ reply: Reply<Cached<Order>>) -> OrderAction {
            .retrieveOrder(OrderID(rawValue: id), reply)
        }
        func byNumber(_ id: Int64, _ reply: Reply<Cached<Order>>) -> OrderAction { .lookUpOrder("W-\(id)", reply) }
        let fresh = [
            ("shop_order_by_id", try await times(of: ids, in: stores, byID)),
            ("shop_order_by_number", try await times(of: ids, in: stores, byNumber)),
        ]
        // Somebody has noticed that the shop is away.
        _ = try await times(of: Array(old.prefix(1)), in: stores, byID)
        let offline = [
            ("shop_order_by_id_offline", try await times(of: old, in: stores, byID)),
            ("shop_order_by_number_offline", try await times(of: old, in: stores, byNumber)),
        ]
        let found = (fresh + offline).flatMap { name, samples in
            [
                Figure(name: "\(name)_p50", value: samples.p50 / 1e3, unit: "µs", goal: .atMost(100)),
                Figure(name: "\(name)_p99", value: samples.p99 / 1e3, unit: "µs", goal: .atMost(1_000)),
            ]
        }
        return found + [try searches(in: storage)] + (try fetch(of: ids, from: storage))
    }

    private func searches(in storage: StorageManager) throws -> Figure {
        let texts = ["müller 77", "nowak 1234", "w-99", "小龙", "yilmaz", "nobody at all", "qz"]
        let times = try texts.map { text in
            try place.stopwatch.nanoseconds {
                _ = try storage.read { try $0.searchOrders(text, site: Self.site, limit: 25) }
            }
        }
        return Figure(
            name: "shop_order_search_longest", value: Samples(times).longest / 1e6, unit: "ms", goal: .atMost(50))
    }

    /// What it takes to find each of these orders, from the front door to the answer.
    private func times(
        of ids: [Int64], in stores: TillStores, _ action: (Int64, Reply<Cached<Order>>) -> OrderAction
    ) async throws -> Samples {
        var times: [Int64] = []
        for id in ids {
            let start = place.stopwatch.uptime()
            _ = try await stores.manager.ask { action(id, $0) }
            times.append((place.stopwatch.uptime() - start).wholeNanoseconds)
        }
        return Samples(times)
    }

    /// The fetch from the database alone, beside the same statement in C. Both read the same rows in the same run, in one
    /// transaction.
    private func fetch(of ids: [Int64], from storage: StorageManager) throws -> [Figure] {
        let ours = try OrderFetch(from: storage)
            .times(of: ids.map(OrderID.init(rawValue:)), site: Self.site, now: place.stopwatch.uptime)
            .map(\.wholeNanoseconds)
        var theirs = [Int64](repeating: 0, count: ids.count)
        let result = sqlite_fetch(
            "\(place.folder)/till.sqlite", OrderFetch.statement, Self.site.rawValue, ids, &theirs, ids.count)
        guard result == 0 else { throw BenchmarkFailed(description: "SQLite's error \(result)") }
        let figure = Figure(
            name: "shop_order_fetch_p50", value: Samples(ours).p50 / 1e3, unit: "µs",
            peer: ("SQLite in C", Samples(theirs).p50 / 1e3))
        return [figure] + [figure.ratio("shop_order_fetch_ratio", goal: .atMost(1.5))].compactMap { $0 }
    }

    private func till(over storage: StorageManager) -> TillStores {
        TillStores(
            StoresComposition(
                environment: place.environment, storage: storage, locks: ProcessDeviceLocks(),
                networks: FixedNetworks([Self.site: ShopThatIsAway()]), readers: NoDevices(), printers: NoDevices(),
                renderer: ReceiptRenderer { _ in NoPaper() },
                merchantProfile: MerchantProfile(
                    merchant: Receipt.Merchant(name: "", address: [], taxID: nil), footer: { _ in [] },
                    utcOffset: { _ in 0 })))
    }
}
