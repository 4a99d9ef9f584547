import Flow
import Model
import Payments
import Testing

@testable import Stores

/// Orders for which more than one payment was taken, in the books of a day.
@Suite struct OrderReconciliationTests {
    private static func books(_ orders: OrderReconciliation...) -> Reconciliation {
        Reconciliation(.of([]), .of(nil, [:]), orders)
    }

    private static func id(_ name: String) -> PaymentID { PaymentID(rawValue: name) }

    @Test(arguments: [("a", "b"), ("b", "a")])
    func ofTwoPaymentsTheOneThatDoesNotMarkTheOrderIsToBeGivenBack(marking: String, other: String) throws {
        let books = Self.books(.of(1042, standing: ["a", "b"], paidBy: marking))
        #expect(books.differences == [.order("1042", .paidTwice(by: [Self.id(marking), Self.id(other)]))])
        #expect(books.advice.first?.correction.text(in: .en) == "refund one: till refund \(other)")
    }

    @Test func aPaymentThatStandsForARefundedOrderIsNamed() throws {
        let books = Self.books(.of(1042, standing: ["b"], givenBack: ["a"], paidBy: "a"))
        #expect(books.verdict == .differs)
        #expect(books.differences == [.order("1042", .standsThoughGivenBack(Self.id("b"), markedBy: Self.id("a")))])
        let advice = try #require(books.advice.first)
        #expect(advice.difference.word == "order_given_back")
        #expect(
            advice.sentence.text(in: .en)
                == "Payment b stands, and order 1042 counts as refunded: a, which had paid it, was given back.")
        #expect(advice.correction.text(in: .en).contains("till refund b"))
    }

    @Test func anOrderPaidTwiceAgreesOnceTheOtherPaymentIsGivenBack() {
        #expect(Self.books(.of(1042, standing: ["b"], givenBack: ["a"], paidBy: "b")).verdict == .agrees)
    }
}
