import Failures
import Flow
import Foundation
import Model
import Networking
import Payments
import Synchronization
import Testing

@testable import Storage
@testable import Stores

/// The notes of orders: what is kept of them, and that none is written twice.
@Suite struct OrderNoteStoreTests {
    private let bench: StoreBench
    private let store: OrderNoteStore
    private let outbox: OutboxStore
    private let written = NoteShop()
    private static let order = OrderID(rawValue: 286)
    private static let route = "wc/v3/orders/286/notes"

    init() throws {
        bench = try StoreBench()
        store = OrderNoteStore(outbox: ServedOutbox(shop: bench.session, root: bench.root))
        outbox = bench.outbox()
        let written = written
        bench.shop.answer("GET \(Self.route)") { _ in written.list }
        bench.shop.answer("POST \(Self.route)") { written.write($0) }
    }

    private func notes() throws -> Cached<Listing<OrderNote>> {
        try store.ask(in: bench.world) { .retrieveOrderNotes(Self.order, $0) }
    }

    private func keptNotes() throws -> Cached<Listing<OrderNote>> {
        try bench.askOffline(store) { .retrieveOrderNotes(Self.order, $0) }
    }

    @discardableResult
    private func add(
        _ text: String, isForCustomer: Bool = false, to order: OrderID = Self.order
    ) throws -> AddedOrderNote {
        try store.ask(in: bench.world) {
            .addOrderNote(NewOrderNote(at: order, text, isForCustomer: isForCustomer), $0)
        }
    }

    private var waiting: [UndeliveredMessage] {
        get throws { try bench.session.caches.storage.read { try $0.undeliveredMessages() } }
    }

    @Test func theNotesOfAnOrderAreKeptForTheTimeWhenTheShopIsAway() throws {
        written.add("Abholbereit", isForCustomer: true)
        let first = try notes()
        #expect(first.value.items.map(\.text) == ["Abholbereit"] && first.value.items[0].isForCustomer)
        let kept = try keptNotes()
        #expect(kept.value == first.value && kept.asOf == first.asOf)
        #expect(kept.failure?.is(ShopFailure.unreachable) == true)
    }

    @Test func aNoteThatTheShopDeletedIsNotKept() throws {
        written.add("one")
        written.add("two")
        _ = try notes()
        written.remove("one")
        _ = try notes()
        #expect(try keptNotes().value.items.map(\.text) == ["two"])
        #expect(try bench.session.cache(of: OrderNote.self).kept("1") == nil)
    }

    @Test func theNotesOfAnOrderThatIsGoneAreRemoved() throws {
        written.add("one")
        _ = try notes()
        bench.shop.refuse("GET \(Self.route)", code: "woocommerce_rest_order_invalid_id")
        let failure = #expect(throws: Failure.self) { try notes() }
        #expect(failure?.is(OrderFailure.notFound) == true)
        #expect(try keptNotes().value.items.isEmpty)
    }

    @Test func aShopInTroubleLeavesTheKeptNotesAlone() throws {
        written.add("one")
        _ = try notes()
        bench.shop.answer("GET \(Self.route)", "{}<")
        #expect(throws: Failure.self) { try notes() }
        bench.shop.answer("GET \(Self.route)", status: 503, "")
        #expect(try notes().value.items.map(\.text) == ["one"])
    }

    @Test func aNoteIsSentAsWooCommerceWantsItAndWithoutCardNumbers() throws {
        try add("Karte 4111 1111 1111 1111", isForCustomer: true)
        let body = try #require(bench.shop.requests.last { $0.method == .post }?.body)
        let sent = try JSONValue(parsing: body)
        #expect(sent["customer_note"] == true && sent["added_by_user"] == true)
        #expect(sent["note"]?.text?.contains("4111 1111 1111 1111") == false)
    }

    @Test func aWrittenNoteIsAmongTheKeptNotesOfItsOrder() throws {
        written.add("earlier")
        try add("Bon gedruckt")
        #expect(try keptNotes().value.items.map(\.text) == ["Bon gedruckt", "earlier"])
    }

    @Test func aNoteWhoseAnswerIsLostIsFoundAndNotWrittenAgain() throws {
        written.add("Bon gedruckt")
        bench.shop.loseAnswers(to: .post)
        guard case .waits = try add("Bon gedruckt") else { return #expect(Bool(false), "the answer was lost") }
        bench.world.advance(by: .seconds(600))
        #expect(written.texts == ["Bon gedruckt", "Bon gedruckt"])
        #expect(try waiting.isEmpty)
    }

    @Test func aNoteWaitsWhileTheShopIsAwayAndIsWrittenOnce() throws {
        bench.shop.cutOff()
        guard case .waits(let message, let failure) = try add("Küche &  <b>informiert</b>") else {
            return #expect(Bool(false), "the shop is away")
        }
        #expect(failure.is(ShopFailure.unreachable))
        #expect(try waiting.map(\.id) == [message] && waiting.map(\.order) == [Self.order.description])
        // Somebody is impatient.
        #expect(try add("Küche &  <b>informiert</b>") == .waits(message: message, because: failure))
        bench.world.advance(by: .seconds(600))
        #expect(written.texts.isEmpty)
        bench.shop.cutOff(false)
        bench.world.advance(by: .seconds(3600))
        #expect(written.texts.count == 1)
        #expect(try waiting.isEmpty)
    }

    @Test func aNoteIsNotWrittenTwiceWhenTheShopIsAwayAfterItWroteIt() throws {
        let shop = bench.shop
        bench.shop.answer("POST \(Self.route)") { [written] in
            shop.isAway()
            return written.write($0)
        }
        bench.shop.loseAnswers(to: .post)
        guard case .waits = try add("Küche &  <b>informiert</b>") else {
            return #expect(Bool(false), "the answer was lost")
        }
        bench.shop.isAway(false)
        bench.shop.loseAnswers(to: nil)
        bench.world.advance(by: .seconds(3600))
        #expect(written.texts.count == 1)
        #expect(try waiting.isEmpty)
    }

    @Test func theSameTextIsWrittenAgainOnceTheFirstIsKnownToBeWritten() throws {
        try add("Bon gedruckt")
        try add("Bon gedruckt")
        #expect(written.texts.count == 2)
    }

    @Test func aNoteWhoseWriterHadNoAnswerIsTheSameNote() throws {
        // The till is stopped after the note was queued, and the next one tells the shop.
        let note = NewOrderNote(at: Self.order, "Bon gedruckt")
        let message = NoteAdded(note, of: Self.order, site: bench.session.site, request: "r")
        try bench.session.caches.storage.write {
            try message.enqueue(in: $0, at: bench.world.now)
            try UnansweredNotes(site: bench.session.site).add(message, in: $0)
        }
        _ = try outbox.ask(in: bench.world) { OutboxAction.deliver($0) }
        bench.world.advance(by: .seconds(60))
        #expect(written.texts == ["Bon gedruckt"])
        guard case .written(let found?) = try add("Bon gedruckt") else { return #expect(Bool(false)) }
        #expect(found.text == "Bon gedruckt" && written.texts.count == 1)
        // That was the answer.
        try add("Bon gedruckt")
        #expect(written.texts.count == 2)
    }

    @Test func aNoteThatSomebodyWasToldWaitsIsNotGivenUpByAnother() throws {
        bench.shop.cutOff()
        guard case .waits(let message, _) = try add("x") else { return #expect(Bool(false), "the shop is away") }
        bench.shop.refuse("POST \(Self.route)", status: 400, code: "rest_missing_callback_param")
        bench.shop.cutOff(false)
        #expect(throws: Failure.self) { try add("x") }
        #expect(try waiting.map(\.id) == [message] && waiting[0].refusal != nil, "an operator decides")
    }

    // MARK: After a restore

    /// A backup is made while the note waits, and the till is restored from it.
    private func restore(_ text: String) throws -> NoteAdded {
        let note = NewOrderNote(at: Self.order, text, isForCustomer: true)
        let message = NoteAdded(note, of: Self.order, site: bench.session.site, request: "r")
        try bench.session.caches.storage.write {
            try message.enqueue(in: $0, at: bench.world.now)
            let restoration = JournalRestoration(madeAt: bench.world.now, through: 0, hash: "")
            try RestoredTill.mark($0, restoration, at: bench.world.now)
        }
        return message
    }

    private func deliver() throws {
        _ = try outbox.ask(in: bench.world) { OutboxAction.deliver($0) }
        bench.world.advance(by: .seconds(600))
    }

    @Test func aNoteThatMayHaveBeenWrittenAfterTheBackupIsNotWrittenWithoutAPerson() throws {
        written.add("Abholbereit", isForCustomer: true)
        let message = try restore("Abholbereit")
        try deliver()
        #expect(written.texts == ["Abholbereit"])
        #expect(try waiting.map { $0.refusal?.is(NoteFailure.inDoubt) } == [true])
        _ = try outbox.ask(in: bench.world) { OutboxAction.retry(id: message.id, $0) }
        bench.world.advance(by: .seconds(600))
        #expect(try written.texts == ["Abholbereit"] && waiting.count == 1)
        _ = try outbox.ask(in: bench.world) { OutboxAction.retry(id: message.id, anyway: true, $0) }
        bench.world.advance(by: .seconds(600))
        #expect(try written.texts == ["Abholbereit", "Abholbereit"] && waiting.isEmpty)
    }

    @Test func aNoteThatTheShopDoesNotHaveIsWrittenAfterARestoreToo() throws {
        written.add("Abholbereit")
        _ = try restore("Abholbereit")
        try deliver()
        #expect(try written.texts == ["Abholbereit", "Abholbereit"] && waiting.isEmpty, "the other was for the staff")
    }

    @Test func onlySoManyNotesAreRemembered() throws {
        let notes = UnansweredNotes(site: bench.session.site)
        try bench.session.caches.storage.write { transaction in
            for number in 1...1_000 {
                let note = NewOrderNote(at: Self.order, "note \(number)")
                try notes.add(
                    NoteAdded(note, of: Self.order, site: bench.session.site, request: "\(number)"), in: transaction)
            }
            func message(_ number: Int) throws -> String? {
                try notes.entry(of: NewOrderNote(at: Self.order, "note \(number)"), at: Self.order, in: transaction)?
                    .message
            }
            #expect(try message(900) == nil)
            #expect(try message(901) == "note.added-901" && message(1_000) == "note.added-1000")
        }
    }

    @Test func aRefusedNoteLeavesNothingBehind() throws {
        bench.shop.refuse("POST \(Self.route)", status: 400, code: "rest_missing_callback_param")
        #expect(throws: Failure.self) { try add("x") }
        #expect(try waiting.isEmpty)
    }

    @Test func aNoteThatTheShopRefusesLaterHoldsNothingBack() throws {
        bench.shop.cutOff()
        try add("x")
        bench.shop.refuse("POST \(Self.route)", status: 400, code: "rest_missing_callback_param")
        bench.shop.cutOff(false)
        bench.world.advance(by: .seconds(3600))
        #expect(try waiting.map { $0.refusal != nil } == [true])
        bench.shop.answer("POST \(Self.route)") { [written] in written.write($0) }
        guard case .written = try add("y") else { return #expect(Bool(false), "nothing is in its way") }
        #expect(written.texts == ["y"])
    }

    @Test func aNoteAtAnOrderThatTheShopDoesNotKnowYetWaitsForTheOrder() throws {
        let order = try bench.session.caches.storage.write {
            try $0.addLocalOrder(site: bench.session.site, request: "r")
        }
        #expect(throws: Failure.self) {
            try store.ask(in: bench.world) { .retrieveOrderNotes(order, $0) }
        }
        try bench.session.caches.storage.write {
            try OrderCreated(
                site: bench.session.site, order: order, request: "r", changes: OrderChanges(),
                createdAt: bench.world.now
            ).enqueue(in: $0, at: bench.world.now)
        }
        bench.shop.cutOff()
        guard case .waits = try add("x", to: order) else { return #expect(Bool(false), "there is no order yet") }
        bench.shop.cutOff(false)
        bench.shop.answer("GET wc/v3/orders", "[]")
        let made = #"{"id":286,"number":"286","status":"pending","currency":"EUR","total":"1.00"}"#
        bench.shop.answer("POST wc/v3/orders", made)
        bench.world.advance(by: .seconds(3600))
        #expect(written.texts == ["x"])
    }

    @Test func aNoteWithoutATextIsNotSent() throws {
        let failure = #expect(throws: Failure.self) { try add(" \n") }
        #expect(failure?.is(NoteFailure.empty) == true && bench.shop.asked.isEmpty)
        #expect(try waiting.isEmpty)
    }

    @Test func signingOutForgetsTheNotesAndNotWhatWaits() throws {
        written.add("one")
        _ = try notes()
        bench.shop.cutOff()
        try add("x")
        store.clearOperatorData()
        #expect(throws: Failure.self) { try keptNotes() }
        #expect(try waiting.count == 1)
    }

    @Test func equalRequestsAtOnceAreOneRequestToTheShop() {
        let answers = Mutex(0)
        for _ in 1...3 {
            store.onAction(.retrieveOrderNotes(Self.order, Reply { _ in answers.withLock { $0 += 1 } }))
        }
        bench.world.advance(by: .seconds(1))
        #expect(answers.withLock { $0 } == 3 && bench.shop.asked == ["GET \(Self.route)"])
    }
}

/// The notes of one order in a shop, the newest first.
private final class NoteShop: Sendable {
    private struct Note {
        let id: Int64
        let text: String
        let isForCustomer: Bool
        var json: JSONValue {
            [
                "id": .integer(id), "author": "WooCommerce", "note": .string(text),
                "customer_note": .bool(isForCustomer), "date_created_gmt": "2026-11-21T02:10:17",
            ]
        }
    }

    private let notes = Mutex<[Note]>([])

    var texts: [String] { notes.withLock { $0.map(\.text) } }
    var list: Response { Response(status: 200, body: JSONValue.array(notes.withLock { $0.map(\.json) }).data) }

    @discardableResult
    func add(_ text: String, isForCustomer: Bool = false) -> JSONValue {
        notes.withLock { notes in
            let note = Note(id: (notes.map(\.id).max() ?? 0) + 1, text: text, isForCustomer: isForCustomer)
            notes.insert(note, at: 0)
            return note.json
        }
    }

    func remove(_ text: String) { notes.withLock { $0.removeAll { $0.text == text } } }

    func write(_ request: Networking.Request) -> Response {
        let body = request.body.flatMap { try? JSONValue(parsing: $0) } ?? .null
        let json = add(body["note"]?.text ?? "", isForCustomer: body["customer_note"] == true)
        return Response(status: 201, body: json.data)
    }
}
