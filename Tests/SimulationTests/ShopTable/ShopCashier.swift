import Failures
import Flow
import Foundation
import Model
import Networking
import Payments
import Simulator
import Storage
import Stores

/// The person at the till: does the steps of a story one after another, and tries again what did not succeed.
final class ShopCashier {
    /// A payment, refund or reversal of which the till has told the outcome.
    struct Told {
        let site: SiteID
        let report: PaymentReport
    }

    private enum Progress { case done, failed, died }

    static let mostTries = 3
    static let note = "Bitte klingeln"
    /// The only order of a shop, in both shops.
    static let order = OrderID(rawValue: 1)
    /// The only product that is sold: cappuccino.
    static let product: Int64 = 11

    private let story: ShopStory
    private let kiosk: VirtualKiosk
    private let shops: FaultyShops
    private var next = 0
    private var tries = 0
    private var keys = 0
    /// Where the person wants to be signed in.
    private(set) var shop = FaultyShops.Name.a
    private(set) var told: [Told] = []
    /// Why the till did not do what it was asked for.
    private(set) var refusals: [Failure] = []

    init(_ story: ShopStory, _ kiosk: VirtualKiosk, _ shops: FaultyShops) {
        self.story = story
        self.kiosk = kiosk
        self.shops = shops
    }

    private var site: SiteID? { shops.site(of: shop) }

    /// Does the steps that are left. Returns false if the till died meanwhile.
    func work(_ till: VirtualTill) throws -> Bool {
        while next < story.steps.count {
            switch try attempt(story.steps[next], till) {
            case .died: return false
            case .failed where tries + 1 < Self.mostTries:
                tries += 1
                till.world.advance(by: .seconds(60))
            case .failed, .done:
                next += 1
                tries = 0
                till.world.advance(by: .seconds(2))
            }
            if till.life.isOver { return false }
        }
        return true
    }

    /// Signs in wherever messages wait for a login.
    func signInEverywhere(_ till: VirtualTill) throws {
        let wanted = try kiosk.storage.read { try $0.outboxSites() }
        for name in FaultyShops.Name.allCases where shops.site(of: name).map(wanted.contains) ?? false {
            if !shops.hasLogin(at: name) { _ = signIn(till, at: name) }
        }
        _ = ready(till)
    }

    private func attempt(_ step: ShopStep, _ till: VirtualTill) throws -> Progress {
        switch step {
        case .away: shops.a.goAway(true)
        case .back: shops.a.goAway(false)
        case .signOut: return progress(run(till) { stores throws(Failure) in try await stores.logout() }, till)
        case .enter(let name):
            shop = name
            return ready(till)
        case .create, .pay, .refund, .reverse, .note, .change:
            let progress = ready(till)
            guard progress == .done else { return progress }
            return try act(step, till)
        }
        return .done
    }

    private func act(_ step: ShopStep, _ till: VirtualTill) throws -> Progress {
        switch step {
        case .create: return try create(till)
        case .pay: return try pay(till)
        case .refund(let share): return try refund(share, till)
        case .reverse: return try reverse(till)
        case .note:
            let note = NewOrderNote(at: Self.order, Self.note)
            return progress(till.ask { OrderNoteAction.addOrderNote(note, $0) }, till)
        case .change:
            var changes = OrderChanges()
            changes.customerNote = "Ohne Zucker"
            return progress(till.ask { [changes] in OrderAction.updateOrder(Self.order, changes, $0) }, till)
        case .away, .back, .signOut, .enter: return .done
        }
    }

    private func progress<Value>(_ answer: Result<Value, Failure>?, _ till: VirtualTill) -> Progress {
        guard !till.life.isOver else { return .died }
        if case .failure(let failure)? = answer { refusals.append(failure) }
        guard case .success? = answer else { return .failed }
        return .done
    }

    // MARK: Logins

    /// Makes sure that somebody is signed in at the shop.
    private func ready(_ till: VirtualTill) -> Progress {
        let account = till.ask { AccountAction.loadAccount($0) }
        if till.life.isOver { return .died }
        if let account = try? account?.get(), account.site == site, shops.hasLogin(at: shop) { return .done }
        return signIn(till, at: shop)
    }

    private func signIn(_ till: VirtualTill, at name: FaultyShops.Name) -> Progress {
        let login = ShopLogin(address: "\(name).example", user: "anna", secret: "secret")
        return progress(run(till) { stores throws(Failure) in try await stores.signIn(login) }, till)
    }

    private func run<Value: Sendable>(
        _ till: VirtualTill, _ work: @escaping @Sendable (TillStores) async throws(Failure) -> Value
    ) -> Result<Value, Failure>? {
        let box = Mailbox<Value>()
        let stores = till.stores
        let running = till.world.environment.spawn("cashier") {
            do throws(Failure) { box.put(.success(try await work(stores))) } catch { box.put(.failure(error)) }
        }
        till.world.advance(by: .milliseconds(50), atMost: VirtualTill.patience) {
            box.value == nil && !till.life.isOver
        }
        if till.life.isOver { running.cancel() }
        return till.life.isOver ? nil : box.value
    }

    // MARK: Orders and money

    /// The order of the story; nil before it was made.
    private func order() throws -> OrderID? {
        if story.status != nil { return Self.order }
        return try kiosk.storage.read { reader in
            var made: OrderID?
            for number in 1...ShopBooks.mostOrders {
                // A refused order is forgotten, and its number is not given again.
                guard let local = try reader.localOrder(OrderID(rawValue: -number)) else { continue }
                let message = try reader.outboxItem(id: "order.created-\(local.request)")
                let isWithdrawn = message?.deliveredAt != nil && local.shopID == nil
                if !isWithdrawn { made = local.id }
            }
            return made
        }
    }

    private func create(_ till: VirtualTill) throws -> Progress {
        if try order() != nil { return .done }
        var changes = OrderChanges()
        changes.items = [OrderChanges.Item(productID: Self.product, quantity: "2")]
        let answer = till.ask { [changes] in OrderAction.createOrder(changes, $0) }
        let progress = progress(answer, till)
        // What the shop does not have any more is not sold, and not asked for again.
        guard progress == .failed, case .failure(let failure)? = answer, failure.is(OrderFailure.productGone) else {
            return progress
        }
        return .done
    }

    private func pay(_ till: VirtualTill) throws -> Progress {
        guard let order = try order() else { return .done }
        let answer = till.pay(order: order.rawValue, giveUpAfter: .seconds(60))
        guard !till.life.isOver else { return .died }
        switch answer {
        case .success(let report)?: return note(report)
        case .failure(let failure)? where failure.is(OrderFailure.alreadyPaid): return .done
        case .failure?, nil: return progress(answer, till)
        }
    }

    private func refund(_ share: ShopStep.Share, _ till: VirtualTill) throws -> Progress {
        guard let payment = try paid() else { return .done }
        // The key lets the person ask again after a restart; once an attempt has failed, the next one is another refund.
        let key = "\(share)-\(keys)"
        let amount = share == .part ? Money.euros(300) : nil
        let answer = till.giveBack(.refund(of: payment, amount), key: key, giveUpAfter: .seconds(60))
        guard !till.life.isOver else { return .died }
        guard case .success(let report)? = answer else { return progress(answer, till) }
        if case .inDoubt = report.outcome {} else { keys += 1 }
        return note(report)
    }

    private func reverse(_ till: VirtualTill) throws -> Progress {
        guard let payment = try paid() else { return .done }
        let answer = till.giveBack(.reversal(of: payment), giveUpAfter: .seconds(60))
        guard !till.life.isOver else { return .died }
        guard case .success(let report)? = answer else { return progress(answer, till) }
        return note(report)
    }

    private func note(_ report: PaymentReport) -> Progress {
        if let site { told.append(Told(site: site, report: report)) }
        if case .approved = report.outcome { return .done }
        return .failed
    }

    /// The payment that pays the order, as the till's storage has it.
    private func paid() throws -> PaymentID? {
        guard let order = try order(), let site else { return nil }
        return try kiosk.storage.read { try $0.paidBy(order: order, site: site) }
    }
}
