import Flow
import Foundation
import Model
import Testing

@testable import Payments
@testable import Stores

/// A monkey at the kiosk: a million acts, answers and timers in an order that nobody would think of, or twice as many as
/// `TILL_KIOSK_EVENTS` says.
@Suite struct KioskMonkeyTests {
    /// How many events each run has.
    private static let events =
        ProcessInfo.processInfo.environment["TILL_KIOSK_EVENTS"].flatMap { Int($0) } ?? 500_000
    /// The longest state, written as JSON, in bytes: a full cart, what was typed and a page for the staff.
    private static let longestState = 64 * 1024
    /// How many rounds pass between two looks at how much the state holds.
    private static let betweenLooks = 500
    /// How many rounds pass between two looks at the way to the first screen.
    private static let betweenWays = 5

    private static let acts: [KioskAct] = [
        .language("en"), .appearance(.dark), .reach(.low), .textSize(150), .speech(true), .activity, .extend, .staff,
        .start, .begin, .find, .compose, .back, .digit("1"), .erase, .clear, .submit, .scan("1042"), .list,
        .choose(1042),
        .category(nil), .product(12), .page(2), .review, .option(name: "Size", value: "L"), .quantity(3), .add,
        .lineQuantity(line: 1, 2), .remove(line: 1), .pay, .more, .accept, .goOn, .tip(percent: 10), .amount(100),
        .none,
        .cancel, .again, .print, .email, .show, .done, .cameOut(false), .cameOut(true), .type("a@b.c"), .send,
        .staffAct(.back), .staffAct(.name("Ada")), .staffAct(.digit(KioskPINDigits(text: "4"))),
        .staffAct(.digit(KioskPINDigits(text: "7"))), .staffAct(.submit), .staffAct(.open("payments")),
        .staffAct(.show("pay-1")), .staffAct(.leave), .staffAct(.open("doubts")), .staffAct(.open("deliveries")),
        .staffAct(.answer("paper")), .staffAct(.answer("booked")), .staffAct(.answer("done")),
        .staffAct(.answer("ask")),
        .staffAct(.type("Printed journal")), .staffAct(.change("amount")), .staffAct(.confirm),
        .staffAct(.work(KioskStaffWork(verb: .refund, target: "", minor: 10))),
    ]

    private static let answers: [KioskAnswer] = [
        .failed(code: "shop.timeout"), .failed(code: "payment.cancelled"), .done,
        .obstacles(fatal: nil, printer: nil), .obstacles(fatal: "reader.noAnswer", printer: nil),
        .order(KioskBench.order, isWhole: true), .orderNotFound, .orderIsPaid, .orderHasEnded,
        .orders(
            [KioskOrders.Row(id: OrderID(rawValue: 1042), number: "1042", name: "", total: KioskBench.euros(1150))],
            isWhole: false),
        .page([], [KioskWay.cake], pages: 3, isWhole: true), .product(KioskWay.facts, isWhole: true),
        .prepared(KioskBench.order), .prepared(KioskBench.order(of: 700)),
        .noPaper(KioskBench.order, code: "printer.paperOut"), .terminalAway(KioskBench.order, code: "reader.noAnswer"),
        .begun(KioskBench.payment), .begun(KioskBench.payment), .withdrawn(true), .printed, .unconfirmed,
        .waitsForPaper(code: "printer.paperOut"), .mailed(isHandedOver: true),
        .unavailable([.print: "printer.paperOut"]),
        .staffNames(["Ada"]), .entered(name: "Ada"), .wrongPIN, .lockedPIN(milliseconds: 1_000), .staffContent("{}"),
        .rightEnded, .refused(.orphan), .shows(.checking), .looked(KioskLook(.approved, KioskBench.paid())),
    ]

    private static let verdicts: [KioskLook.Verdict] = [
        .running, .running, .doubt, .approved, .declined(reason: .limit), .cancelled(by: .time),
        .notCharged(reason: .notCharged), .goodsUnpaid,
    ]

    private static let displays: [KioskDisplay] = [
        .progress(.presentCard, asksToRemoveCard: false, text: "CARD"),
        .progress(.waitingForHost, asksToRemoveCard: false, text: nil), .goods, .checking, .over,
    ]

    /// Numbers that are the same in each run.
    private struct Dice {
        private var state: UInt64
        init(_ seed: UInt64) { state = seed }

        mutating func roll(_ sides: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % sides
        }

        mutating func pick<Value>(_ values: [Value]) -> Value { values[roll(values.count)] }
    }

    @Test(arguments: [UInt64(1), 2026]) func wooIOS15230_onlyLegalEdgesAreGoneAndNothingGrows(_ seed: UInt64) throws {
        var dice = Dice(seed)
        var settings = KioskSettings()
        settings.tips = [5, 10]
        var bench = KioskBench(settings)
        var seen: Set<String> = []
        var round = 0
        while bench.events < Self.events {
            let before = bench.state
            step(&bench, &dice)
            seen.insert(bench.name)
            let isFar = round.isMultiple(of: Self.betweenWays) && !isStartNear(bench.state)
            if let mistake = mistake(before, bench.state) ?? (isFar ? "start is too far" : nil) {
                Issue.record("\(mistake): \(before.screen) → \(bench.state.screen)")
                return
            }
            round += 1
            guard round.isMultiple(of: Self.betweenLooks) else { continue }
            let size = try JSONEncoder().encode(bench.state).count
            if size > Self.longestState {
                Issue.record("the state has \(size) bytes after \(bench.events) events")
                return
            }
        }
        // The others take more luck than two runs have: a code that is shown, a bill that changes twice.
        #expect(seen.count > 15, "\(seen.sorted())")
    }

    /// One act, answer or timer. What changes nothing is followed by another try: a monkey that only misses sees little.
    private func step(_ bench: inout KioskBench, _ dice: inout Dice) {
        let before = bench.state.screen
        switch dice.roll(12) {
        case 0..<7:
            for _ in 0..<12 where bench.state.screen == before {
                let act = dice.pick(Self.acts)
                // Whoever begins anew all the time, or calls the staff, never pays.
                if [.start, .staff].contains(act), dice.roll(10) > 0 { continue }
                bench.act(act, on: bench.state.screenID - (dice.roll(20) == 0 ? 1 : 0))
            }
        case 7..<10:
            for _ in 0..<12 where bench.state.screen == before { bench.answer(dice.pick(Self.answers)) }
        case 10:
            if dice.roll(2) == 0 {
                bench.look(dice.pick(Self.verdicts))
            } else {
                bench.happen(.terminalShows(dice.pick(Self.displays)))
            }
        default: if dice.roll(10) == 0 { bench.letTimePass() }
        }
    }

    /// What must not have happened between two states; nil if nothing of it has.
    private func mistake(_ before: KioskState, _ after: KioskState) -> String? {
        let (old, new) = (before.customerScreen, after.customerScreen)
        if case .paying(let paying) = old, case .paying(let next) = new {
            if paying.attempt?.key != next.attempt?.key { return "another payment in the place of one that runs" }
            if paying.payment != nil, next.payment == nil { return "a payment was forgotten" }
        }
        if case .paying(let paying) = old, paying.payment != nil, new != old {
            if case .paying = new {
            } else if new.offersPaying, !isCertain(new) {
                return "paying is offered though money may have moved"
            } else if new == .attract {
                return "a payment that runs was left"
            }
        }
        if case .paying = new, !old.isMoneyInMotion, !old.offersPaying, old.name != "review" {
            return "a payment without a bill"
        }
        return nil
    }

    /// Whether the journal has said that nothing is charged.
    private func isCertain(_ screen: KioskScreen) -> Bool {
        switch screen {
        case .declined, .cancelled: true
        default: false
        }
    }

    /// Whether two acts lead to the first screen. Where money may be moving none do.
    private func isStartNear(_ state: KioskState) -> Bool {
        if state.customerScreen.isMoneyInMotion { return true }
        if case .outOfService = state.customerScreen { return true }
        var bench = KioskBench(continuing: state)
        if case .staff(let staff) = state.screen {
            if case .pin = staff { bench.act(.staffAct(.back)) } else { bench.act(.staffAct(.leave)) }
        }
        if bench.name != "attract" { bench.act(.start) }
        return bench.name == "attract"
    }
}
