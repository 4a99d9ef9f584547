import Failures
import Flow
import Foundation
import Model
import Networking
import Payments
import Simulator
import Storage
import StorageInMemory
import Stores

/// One run of a story: the cuts, the restarts, then everything is well again, and what is wrong at the end.
struct ShopRun: CustomStringConvertible {
    enum Moment { case beforeRecovery, atTheEnd }

    /// A till that is started more often is broken.
    private static let mostLives = 10

    /// A terminal of few words, since the crash table has the others.
    private static let briefTerminal: TerminalScenario = {
        var scenario = TerminalScenario()
        scenario.progress.beforeCard = []
        scenario.progress.afterCard = [0x17]
        scenario.receipt.customerLines = ["Kundenbeleg"]
        scenario.receipt.merchantLines = ["Haendlerbeleg"]
        return scenario
    }()

    let story: ShopStory
    let cuts: [ShopCut]
    let kiosk: VirtualKiosk
    let shops: FaultyShops
    let plan: ShopPlan
    private let cashier: ShopCashier
    private(set) var violations: [String] = []
    private(set) var books: ShopBooks?

    var description: String { "\(story), \(cuts.map(\.description).joined(separator: ", then "))" }
    /// Whether all cuts have come.
    var isWhole: Bool { plan.struck.count == cuts.count }

    /// Plays the whole run. `violations` then tells what is wrong.
    ///
    /// - Parameters:
    ///   - areSwapped: whether the till's logins lead to the other shop.
    ///   - trick: what a shop does that is broken on purpose.
    ///   - meddle: breaks something on purpose at that moment.
    init(
        _ story: ShopStory, _ cuts: [ShopCut] = [], seed: UInt64 = 1, areSwapped: Bool = false,
        trick: (@Sendable (Networking.Request) -> FaultyShop.Trick?)? = nil,
        meddle: (ShopRun, Moment) throws -> Void = { _, _ in }
    ) throws {
        self.story = story
        self.cuts = cuts
        kiosk = try VirtualKiosk(Self.briefTerminal, on: .stream(.kept), seed: seed, orders: []) { world in
            MemoryStorage { world.now }
        }
        let (world, orders) = (kiosk.world, try FaultyShop.placed(story.status))
        shops = FaultyShops(
            a: FaultyShop(orders, in: world, trick: trick), b: FaultyShop(orders, in: world), areSwapped: areSwapped)
        plan = ShopPlan(cuts, shops, kiosk)
        cashier = ShopCashier(story, kiosk, shops)
        try prepare()
        try liveThrough()
        try meddle(self, .beforeRecovery)
        let till = try recover()
        try meddle(self, .atTheEnd)
        let books = try ShopBooks(kiosk, shops, till, cashier)
        self.books = books
        violations = try ShopOracle(books, kiosk).violations()
        kiosk.end()
    }

    private func start(_ life: TillLife) throws -> VirtualTill {
        let till = try kiosk.startTill(life, shops: shops, offlineOrders: story.policy)
        _ = till.ask { OutboxAction.deliver($0) }
        return till
    }

    /// Somebody signs in, and the till gets to know the order and the prices.
    private func prepare() throws {
        let till = try start(TillLife())
        let login = ShopLogin(address: "a.example", user: "anna", secret: "secret")
        _ = try kiosk.world.finish { () async throws(Failure) in try await till.stores.signIn(login) }
        if story.status != nil { _ = till.ask { OrderAction.retrieveOrder(ShopCashier.order, $0) } }
        if let site = shops.site(of: .a) { try keepPrices(of: site) }
        till.life.end()
    }

    private func keepPrices(of site: SiteID) throws {
        let settings = [("calc_taxes", "yes"), ("prices_include_tax", "yes"), ("currency", "EUR")]
        var documents = settings.map { name, value in
            document(site, "setting", "general/woocommerce_\(name)", ["value": .string(value)])
        }
        let product: JSONValue = ["id": 11, "name": "Cappuccino", "price": "3.80", "tax_status": "taxable"]
        documents.append(document(site, "product", "11", product))
        try kiosk.storage.write { [documents] in try $0.cache(documents) }
    }

    private func document(_ site: SiteID, _ resource: String, _ key: String, _ body: JSONValue) -> CachedDocument {
        CachedDocument(site: site, resource: resource, key: key, body: body.data, fetchedAt: kiosk.world.now)
    }

    /// The till is started again as often as it dies.
    private func liveThrough() throws {
        plan.set(on: true)
        for _ in 0..<Self.mostLives {
            let till = try start(plan.life())
            let isDone = try !till.life.isOver && cashier.work(till)
            if isDone { kiosk.world.advance(by: .seconds(120)) }
            let isOver = till.life.isOver
            till.life.end()
            plan.endPowerCut()
            kiosk.world.advance(by: .seconds(1))
            if isDone, !isOver { break }
        }
        plan.set(on: false)
    }

    /// Everything is well again, and the till has all the time that it needs.
    private func recover() throws -> VirtualTill {
        shops.repair()
        kiosk.terminal.plugIn()
        // Longer than a terminal waits for anything: T4, and the card.
        kiosk.world.advance(by: .seconds(240))
        let till = try start(TillLife())
        _ = till.ask { RecoveryAction.recoverAll($0) }
        try cashier.signInEverywhere(till)
        _ = try cashier.work(till)
        try cashier.signInEverywhere(till)
        for _ in 0..<12 {
            kiosk.world.advance(by: .seconds(150))
            if try kiosk.storage.read({ try $0.pendingOutbox(limit: 1) }).isEmpty { break }
        }
        return till
    }
}

extension ShopRun {
    /// What the till has told the person, for somebody who looks into one run.
    var told: String {
        (books?.told ?? []).map { "\($0.report.payment) \($0.report.purpose.kind) \($0.report.outcome.word)" }
            .joined(separator: ", ")
    }
}
