import Model
import Payments
import Testing

@testable import Stores

/// Every edge of the kiosk's screens: what is done on a screen, and which one follows.
@Suite struct KioskScreenTests {
    private struct Edge: CustomTestStringConvertible, Sendable {
        let from: KioskWay
        let act: KioskAct
        let to: String

        init(_ from: KioskWay, _ act: KioskAct, _ to: String) { (self.from, self.act, self.to) = (from, act, to) }

        var testDescription: String { "\(from.rawValue) \(act) → \(to)" }
    }

    private static let edges: [Edge] = [
        Edge(.attract, .begin, "home"), Edge(.home, .find, "find"), Edge(.home, .compose, "catalogue"),
        Edge(.find, .list, "orders"), Edge(.find, .back, "home"), Edge(.find, .digit("4"), "find"),
        Edge(.find, .scan("https://shop.example/order/1042"), "find"), Edge(.orders, .back, "find"),
        Edge(.catalogue, .product(12), "product"), Edge(.catalogue, .back, "home"), Edge(.product, .add, "catalogue"),
        Edge(.product, .back, "catalogue"), Edge(.review, .pay, "review"), Edge(.review, .back, "find"),
        Edge(.order_changed, .accept, "review"), Edge(.printer_empty, .goOn, "review"),
        Edge(.terminal_away, .back, "review"), Edge(.tip, .tip(percent: 10), "pay"), Edge(.tip, .none, "pay"),
        Edge(.tip, .amount(200), "pay"), Edge(.tip, .back, "review"), Edge(.pay, .cancel, "pay"),
        Edge(.declined, .again, "review"), Edge(.cancelled, .again, "review"), Edge(.partial, .accept, "receipt"),
        Edge(.receipt, .print, "printing"), Edge(.receipt, .email, "email"), Edge(.receipt, .show, "qr"),
        Edge(.receipt, .none, "thanks"), Edge(.printing, .show, "qr"), Edge(.email, .back, "receipt"),
        Edge(.qr, .done, "thanks"), Edge(.thanks, .begin, "attract"), Edge(.operator_pin, .staffAct(.back), "home"),
    ]

    @Test(arguments: edges) private func eachActLeadsToItsScreen(_ edge: Edge) {
        var bench = edge.from.bench
        #expect(bench.name == edge.from.rawValue)
        #expect(bench.act(edge.act) == .done)
        #expect(bench.name == edge.to)
    }

    @Test(arguments: KioskWay.allCases) func eachScreenIsReachedByItsName(_ way: KioskWay) {
        #expect(way.bench.name == way.rawValue)
    }

    /// The acts that say nothing about where the customer is.
    private static let everyAct: [KioskAct] = [
        .begin, .find, .compose, .back, .digit("1"), .erase, .clear, .submit, .scan("1"), .list, .choose(1),
        .product(99),
        .category(99), .page(9), .review, .option(name: "a", value: "b"), .quantity(0), .add, .lineQuantity(line: 9, 1),
        .remove(line: 9), .pay, .more, .accept, .goOn, .tip(percent: 77), .amount(0), .none, .cancel, .again, .print,
        .email, .show, .done, .cameOut(true), .type("a"), .send, .staffAct(.back), .start,
    ]

    @Test(arguments: KioskWay.allCases) func whatAScreenDoesNotTakeChangesNothing(_ way: KioskWay) {
        for act in Self.everyAct {
            var bench = way.bench
            let before = bench.state
            guard bench.act(act) != .done else { continue }
            #expect(bench.state.screen == before.screen && bench.state.cart == before.cart, "\(act)")
            #expect(bench.state.revision == before.revision, "\(act)")
        }
    }

    @Test(arguments: KioskWay.allCases) func everyScreenTakesWhatHelpsToReadIt(_ way: KioskWay) {
        for act in [
            KioskAct.language("en"), .appearance(.contrast), .reach(.low), .textSize(200), .speech(true), .extend,
        ] {
            var bench = way.bench
            #expect(bench.act(act) == .done, "\(act)")
            #expect(bench.name == way.rawValue)
        }
        var bench = way.bench
        #expect(bench.act(.language("xx")) == .notTaken)
        #expect(bench.act(.textSize(300)) == .notTaken)
    }

    @Test(arguments: KioskWay.allCases) func startForgetsTheCustomerUnlessMoneyMayBeMoving(_ way: KioskWay) {
        var bench = way.bench
        let isFree = ![.pay, .goods, .doubt, .operator_pin, .out_of_service].contains(way)
        #expect(bench.act(.start) == (isFree ? .done : .notTaken))
        #expect(bench.name == (isFree ? "attract" : way.rawValue))
        if isFree { #expect(bench.state.cart.isEmpty) }
    }

    @Test(arguments: KioskWay.allCases) func aDoubleTapDoesNothingTheSecondTime(_ way: KioskWay) {
        for act in Self.everyAct {
            var bench = way.bench
            let screen = bench.state.screenID
            guard bench.act(act) == .done, bench.state.screenID != screen else { continue }
            let after = bench.state
            #expect(bench.act(act, on: screen) == .otherScreen, "\(act)")
            #expect(bench.state.screen == after.screen, "\(act)")
        }
    }

    @Test func theSecondOfTwoTabsIsTooLate() {
        var bench = KioskWay.review.bench
        let screen = bench.state.screenID
        bench.act(.pay, on: screen)
        bench.answer(.prepared(KioskBench.order))
        #expect(bench.name == "pay")
        #expect(bench.act(.pay, on: screen) == .otherScreen)
        let begun = bench.tasks.filter { if case .begin = $0 { true } else { false } }
        #expect(begun.count == 1)
    }
}
