import Flow
import Foundation
import Model
import Simulator
import Storage
import Stores
import Testing

/// What the shop is told was given back, to the cent.
@Suite struct ShopAmountTests {
    private let kiosk: VirtualKiosk
    private let till: VirtualTill

    init() throws {
        (kiosk, till) = try VirtualKiosk.withTill()
    }

    @Test func aPaymentInFullIsNoRefund() throws {
        _ = try #require(till.pay(order: 1042)).get()
        #expect(try kiosk.amountsTold("order.paid") == [.euros(1150)])
        #expect(try kiosk.refundsTold() == [])
    }

    @Test func ofAPartThatIsGivenBackTheShopIsToldThatPart() throws {
        let payment = try #require(till.pay(order: 1042)).get().payment
        _ = try #require(till.giveBack(.refund(of: payment, .euros(1)))).get()
        _ = try #require(till.giveBack(.refund(of: payment, .euros(499)))).get()
        _ = try #require(till.giveBack(.refund(of: payment, nil))).get()
        #expect(try kiosk.refundsTold() == [.euros(1), .euros(499), .euros(650)])
    }

    @Test func whatWasDeclinedIsNotTold() throws {
        let payment = try #require(till.pay(order: 1042)).get().payment
        var scenario = TerminalScenario()
        scenario.outcomes = [.decline]
        kiosk.terminal.switchOff()
        kiosk.terminal.switchOn(scenario)
        kiosk.world.advance(by: .seconds(1))
        #expect(try #require(till.giveBack(.refund(of: payment, .euros(400)))).get().outcome.word == "declined")
        kiosk.terminal.switchOff()
        kiosk.terminal.switchOn(TerminalScenario())
        kiosk.world.advance(by: .seconds(1))
        _ = try #require(till.giveBack(.refund(of: payment, nil))).get()
        #expect(try kiosk.refundsTold() == [.euros(1150)])
    }

    @Test func ofGoodsThatWereGivenInPartTheShopIsToldTheRest() throws {
        let part = DispenseResult.givenInPart(.euros(500))
        _ = try #require(till.pay(order: 1042, goods: part)).get()
        #expect(try kiosk.amountsTold("order.paid") == [.euros(500)])
        #expect(try kiosk.refundsTold() == [.euros(650)])
    }

    @Test func ofAReservationThatIsBookedInPartTheShopIsToldTheRest() throws {
        let reservation = try #require(till.reserve(order: 1042)).get().payment
        _ = try #require(till.take(.book(reservation, .only(.euros(1000))))).get()
        #expect(try kiosk.amountsTold("order.paid") == [.euros(1000)])
        #expect(try kiosk.refundsTold() == [.euros(150)])
    }

    @Test func whatIsRefundedOfABookingComesToTheOrderTogetherWithItsRest() throws {
        let reservation = try #require(till.reserve(order: 1042)).get().payment
        let booking = try #require(till.take(.book(reservation, .only(.euros(1000))))).get().payment
        _ = try #require(till.giveBack(.refund(of: booking, nil))).get()
        #expect(try kiosk.refundsTold() == [.euros(150), .euros(1000)])
    }
}
