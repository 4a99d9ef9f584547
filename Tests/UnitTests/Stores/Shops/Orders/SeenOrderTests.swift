import Model
import Networking
import Testing

@testable import Stores

/// What somebody else changed of an order is told from what this till told the shop.
@Suite struct SeenOrderTests {
    private static let own = PaymentID(rawValue: "pay-1")
    private static let usual: [String: JSONValue] = [
        "id": .integer(7), "number": .string("7"), "status": .string("pending"), "currency": .string("EUR"),
        "total": .string("12.50"), "transaction_id": .string(""), "customer_note": .string("No nuts"),
    ]
    private static let notes = [("gift", "no"), ("table", "4"), ("_till_request", "request-1")]

    private func meta(_ entries: [(String, String)]) -> JSONValue {
        .array(
            entries.enumerated().map { place, entry in
                .object(["id": .integer(Int64(place + 1)), "key": .string(entry.0), "value": .string(entry.1)])
            })
    }

    private func record(
        _ changes: [String: JSONValue] = [:], _ entries: [(String, String)] = notes
    ) throws -> OrderRecord {
        let members = Self.usual.merging(["meta_data": meta(entries)]) { $1 }.merging(changes) { $1 }
        return try OrderRecord(try ShopObject(.object(members), at: ""))
    }

    private func isStill(
        _ changes: [String: JSONValue] = [:], _ entries: [(String, String)] = notes,
        since seen: [String: JSONValue] = [:], _ before: [(String, String)] = notes
    ) throws -> Bool {
        try SeenOrder(record(seen, before), own: [Self.own]).isStill(record(changes, entries))
    }

    private static let paid: [String: JSONValue] = [
        "status": .string("processing"), "transaction_id": .string("123"), "date_paid": .string("2026-11-21T14:22:10"),
    ]

    @Test(
        arguments: [
            "date_modified", "date_modified_gmt", "_links", "needs_payment", "needs_processing", "is_editable",
            "payment_url",
        ])
    func whatChangesByItselfIsNobodysChange(_ member: String) throws {
        #expect(try isStill([member: .string("another")]) && isStill())
    }

    @Test func whatTillsKeepWithAnOrderIsNobodysChange() throws {
        #expect(try isStill([:], [("gift", "no"), ("table", "4")]))
        #expect(try isStill([:], Self.notes + [("_till_trace", "123")]))
        #expect(try isStill([:], Self.notes.reversed()), "a shop may list them in another order")
    }

    @Test(arguments: ["customer_note", "total", "number", "currency", "anything"])
    func whatSomebodyElseChangedIsTold(_ member: String) throws {
        #expect(try !isStill([member: .string("7.00")]))
        var both = Self.paid
        both[member] = .string("7.00")
        #expect(try !isStill(both, Self.notes + [("_till_payment", "pay-1")]), "also if this till was paid meanwhile")
    }

    @Test func whatAnotherProgramKeepsWithAnOrderIsPartOfIt() throws {
        #expect(try !isStill([:], Self.notes + [("wrap", "yes")]))
        #expect(try !isStill([:], [("gift", "yes"), ("table", "4")]))
        #expect(try !isStill([:], [("gift", "no")]))
    }

    @Test(
        arguments: [
            "status", "date_paid", "date_paid_gmt", "date_completed", "date_completed_gmt", "transaction_id",
            "payment_method", "payment_method_title",
        ])
    func howAnOrderIsPaidIsChangedByNobodyButThisTill(_ member: String) throws {
        let change = [member: JSONValue.string("on-hold")]
        #expect(try !isStill(change))
        #expect(try isStill(change, Self.notes + [("_till_payment", "pay-1")]))
        #expect(try !isStill(change, Self.notes + [("_till_payment", "pay-2")]))
    }

    @Test func aPaymentOfThisTillThatWasTakenBackIsItsOwnChange() throws {
        let reopened = Self.notes + [("_till_reopened", "pay-1")]
        let open = ["date_paid": JSONValue.string("2026-11-21T14:22:10")]
        #expect(try isStill(open, reopened))
        #expect(try !isStill(open, Self.notes + [("_till_reopened", "pay-2")]))
        #expect(try !isStill(Self.paid, reopened), "somebody else has been paid since")
        #expect(try !isStill(Self.paid, reopened + [("_till_payment", "pay-2")]))
    }

    @Test func whatThisTillHadToldAlreadyIsNotItsNextChange() throws {
        let paid = Self.notes + [("_till_payment", "pay-1")]
        var completed = Self.paid
        #expect(try isStill(completed, paid, since: Self.paid, paid))
        completed["status"] = .string("completed")
        #expect(try !isStill(completed, paid, since: Self.paid, paid))
    }
}
