import Flow
import Foundation
import Model
import Networking
import Payments
import Simulator
import Storage
import Stores
import Testing

@testable import Service
@testable import Till

/// The kiosk's routes on a till in virtual time.
@Suite struct KioskRouteTests {
    private let till: VirtualServedTill
    private let table: RouteTable
    private let gate = ShutdownGate()

    init() throws {
        (till, table) = try Self.served(TerminalScenario(), gate)
    }

    private static func served(
        _ scenario: TerminalScenario, _ gate: ShutdownGate, _ settings: KioskSettings = KioskSettings()
    ) throws -> (VirtualServedTill, RouteTable) {
        let till = try VirtualServedTill(scenario, kiosk: ServedKiosk(settings: settings, shopName: "Café"))
        let table = RouteTable(serving: till, gate: gate)
        try till.kiosk.world.finish { () async throws(Failure) in try await table.begin() }
        till.kiosk.world.advance(by: .seconds(4))
        return (till, table)
    }

    private func ask(_ method: String, _ path: String, _ body: String = "") throws -> ServiceResponse {
        let route = try #require(table.routes.first { $0.method == method && $0.path == path })
        return try till.kiosk.world.finish { () async throws(Failure) in
            try await route.work(VirtualServedTill.request(nil, body))
        }
    }

    private func document(_ answer: ServiceResponse) throws -> JSONValue {
        guard case .bytes(let bytes, _) = answer.body else { return .null }
        return try JSONValue(parsing: Data(bytes))
    }

    private func screen() throws -> JSONValue { try document(ask("GET", "/kiosk/state"))["screen"] ?? .null }
    private func name() throws -> String { try screen()["name"]?.text ?? "" }

    private func id() throws -> Int64 {
        guard case .integer(let id)? = try screen()["id"] else { return -1 }
        return id
    }

    @discardableResult
    private func act(_ act: String, _ value: String? = nil, on id: Int64? = nil) throws -> ServiceResponse {
        let value = value.map { #", "value": \#($0)"# } ?? ""
        let screen = try id ?? self.id()
        return try ask("POST", "/kiosk/act", #"{"screen": \#(screen), "act": "\#(act)"\#(value)}"#)
    }

    private func goToReview() throws {
        #expect(try name() == "attract")
        try act("begin")
        try act("find")
        for digit in ["1", "0", "4", "2"] { try act("digit", "\"\(digit)\"") }
        try act("submit")
        till.kiosk.world.advance(by: .seconds(1))
        #expect(try name() == "review")
    }

    private func comes(_ wanted: String, within seconds: Int = 120) throws {
        for _ in 0..<seconds * 4 {
            if try name() == wanted { return }
            till.kiosk.world.advance(by: .milliseconds(250))
        }
        Issue.record("\(wanted) did not come, but \(try screen())")
    }

    /// A till's printer without paper is nothing to such a payment.
    @Test func sumupIOSSDK190_aReceiptOfTheTerminalIsSaidAndNotPrintedAgain() throws {
        till.terminalsPrint.withLock { $0 = true }
        till.kiosk.printer.takePaperOut()
        try goToReview()
        try act("pay")
        try comes("receipt")
        let shown = try screen()
        #expect(shown["by_terminal"] == .bool(true))
        #expect(shown["choices"] == .array([.string("email"), .string("show"), .string("none")]), "\(shown)")
        #expect(try act("print").status == 422)
        #expect(till.kiosk.printer.paper.isEmpty)
    }

    private func payments() throws -> [PaymentRecord] {
        try till.storage.read { try $0.recentPayments(limit: 10) }
    }

    @Test func aCustomerPaysOnceHoweverOftenTheyTap() throws {
        try goToReview()
        let id = try id()
        try act("pay", on: id)
        let again = try act("pay", on: id)
        #expect(again.status == 422 || again.status == 409)
        try comes("receipt")
        let late = try act("pay", on: id)
        #expect(late.status == 409)
        #expect(try document(late)["state"]?["screen"]?["name"] == "receipt")
        let paid = try payments()
        #expect(paid.count == 1 && paid.first?.isApproved == true)
        #expect(paid.first?.key?.hasPrefix(KioskAttempt.keyPrefix) == true)
        #expect(paid.first?.amount == Money(minorUnits: 1150, currency: .eur))
    }

    @Test func nothingIsPrintedBeforeTheCustomerAsks() throws {
        try goToReview()
        try act("pay")
        try comes("receipt")
        till.kiosk.world.advance(by: .seconds(30))
        #expect(till.kiosk.printer.paper.isEmpty)
        try act("print")
        try comes("printing")
        till.kiosk.world.advance(by: .seconds(10))
        #expect(!till.kiosk.printer.paper.isEmpty)
        #expect(["printed", "unconfirmed"].contains(try screen()["state"]?.text ?? ""))
        try act("done")
        #expect(try name() == "thanks")
    }

    @Test func aServiceThatBeginsAnewShowsTheReceiptOfWhoJustPaid() throws {
        try goToReview()
        try act("pay")
        try comes("receipt")
        // The same till: what a restart derives is what is in the journal.
        let table = RouteTable(serving: till, gate: gate)
        try till.kiosk.world.finish { () async throws(Failure) in try await table.begin() }
        till.kiosk.world.advance(by: .milliseconds(100))
        #expect(try name() == "receipt")
    }

    @Test func anEmptyKioskForgetsItsCustomer() throws {
        try goToReview()
        till.kiosk.world.advance(by: .seconds(61))
        #expect(try document(ask("GET", "/kiosk/state"))["timeout"]?["warning"] == true)
        try act("extend")
        #expect(try document(ask("GET", "/kiosk/state"))["timeout"]?["warning"] == false)
        till.kiosk.world.advance(by: .seconds(81))
        #expect(try name() == "attract")
        #expect(try payments().isEmpty)
    }

    @Test func anUnknownNumberIsNotFound() throws {
        try act("begin")
        try act("find")
        try act("scan", "\"https://shop.example/order/99999\"")
        till.kiosk.world.advance(by: .seconds(2))
        #expect(try screen()["state"] == "not_found")
    }

    @Test func aCartBecomesAnOrderAndIsPaid() throws {
        try act("begin")
        try act("compose")
        till.kiosk.world.advance(by: .seconds(1))
        let products = try #require(try screen()["products"]?.list)
        let cake = try #require(products.first { $0["name"] == "Apfelkuchen" })
        guard case .integer(let product)? = cake["id"] else {
            Issue.record("\(cake)")
            return
        }
        try act("product", "\(product)")
        till.kiosk.world.advance(by: .seconds(1))
        try act("quantity", "2")
        try act("add")
        try act("review")
        #expect(try screen()["total"]?["minor"] == 780)
        try act("pay")
        try comes("receipt")
        #expect(try payments().first?.amount == Money(minorUnits: 780, currency: .eur))
    }

    /// What `/readyz` and `till status` say of the page.
    private func pageRemarks() throws -> (codes: [String?], status: Date?) {
        let till = till
        let codes = try document(ask("GET", "/readyz"))["remarks"]?.list?.map { $0["code"]?.text } ?? []
        let status = try till.kiosk.world.finish { () async throws(Failure) in
            try await till.ask { JournalAction.loadStatus(since: .distantPast, $0) }
        }
        return (codes, status.kioskPage?.since)
    }

    @Test func aPageThatStoppedAnsweringIsSaidUntilOneAnswers() throws {
        #expect(try pageRemarks() == ([], nil))
        #expect(try ask("POST", "/kiosk/alive", "{}").status == 204)
        till.kiosk.world.advance(by: .seconds(29))
        #expect(try pageRemarks() == ([], nil))
        till.kiosk.world.advance(by: .seconds(2))
        let silent = try pageRemarks()
        #expect(silent.codes == ["kiosk.pageSilent"] && silent.status != nil)
        #expect(try ask("GET", "/readyz").status == 200, "payments begin all the same")
        #expect(try ask("POST", "/kiosk/alive", "{}").status == 204)
        #expect(try pageRemarks() == ([], nil))
    }

    @Test func aPageThatNeverCameIsARemarkAndNoObstacle() throws {
        let begun = till.kiosk.world.now
        till.kiosk.world.advance(by: .seconds(110))
        #expect(try pageRemarks() == ([], nil), "a browser may still be starting")
        till.kiosk.world.advance(by: .seconds(15))
        let missing = try pageRemarks()
        #expect(missing.codes == ["kiosk.pageMissing"])
        #expect(try ask("GET", "/readyz").status == 200, "payments begin all the same")
        let till = till
        let status = try till.kiosk.world.finish { () async throws(Failure) in
            try await till.ask { JournalAction.loadStatus(since: .distantPast, $0) }
        }
        let page = try #require(status.kioskPage)
        #expect(page.isMissing && abs(page.since.timeIntervalSince(begun)) < 10, "since the start")
        let text = StatusText(status: status, language: .en, clock: ShopClock(zone: .gmt)).text
        #expect(text.contains("no page has answered since the start of the service"), "\(text)")
        let json = try Output.json(Output.Status(status))
        #expect(json.contains(/"kiosk_page_missing" ?: ?true/), "\(json)")
        #expect(try ask("POST", "/kiosk/alive", "{}").status == 204)
        #expect(try pageRemarks() == ([], nil))
        till.kiosk.world.advance(by: .seconds(31))
        #expect(try pageRemarks().codes == ["kiosk.pageSilent"], "one that came and stopped is told as such")
    }

    @Test func theListOfOrdersSaysWhenTheyWereMade() throws {
        try act("begin")
        try act("find")
        try act("list")
        till.kiosk.world.advance(by: .seconds(3))
        let rows = try #require(try screen()["rows"]?.list)
        #expect(!rows.isEmpty && rows.allSatisfy { $0["when"]?.text?.hasSuffix("Z") == true }, "\(rows)")
    }

    @Test func anActIsToBeAsTheInterfaceTakesIt() throws {
        for body in [
            "", "[]", #"{"screen": "a", "act": "begin"}"#, #"{"screen": 1}"#,
            #"{"screen": 1, "act": "begin", "amount": 1}"#,
        ] {
            #expect(throws: Failure.self, "\(body)") { try ask("POST", "/kiosk/act", body) }
        }
        #expect(try act("jump").status == 422)
        #expect(throws: Failure.self) { try act("scan", "\"4111111111111111\"", on: 1) }
    }

    /// What follows the colon of other refusals is what is wanted; a card number is wanted nowhere.
    @Test func aCardNumberIsCalledOneWithWhatToDo() throws {
        let atPage = #expect(throws: Failure.self) { try act("type", "\"4111111111111111\"", on: 1) }
        let inBody = #expect(throws: Failure.self) { try CardNumberRule.check("4111111111111111", in: "note") }
        for (failure, field) in [(atPage, "value"), (inBody, "note")] {
            #expect(failure?.code == "request.invalid" && failure?.advice != nil)
            #expect(failure?.said.text(in: .en) == "\(field) holds what looks like a card number.")
        }
    }

    /// Its digits could be those of a card. It is no order, as every other product.
    @Test func aScannedProductIsNoCard() throws {
        try act("begin")
        try act("find")
        try act("scan", "\"4000000000006\"")
    }

    @Test func thePageOfTheDocumentationListsTheRoutes() throws {
        let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/kiosk.md"), encoding: .utf8)
        let listed = page.matches(of: /\| (GET|POST) \| `([^`]+)` \|/).map { "\($0.1) \($0.2)" }
        let routes = KioskRoutes(till: till, kiosk: ServedKiosk(settings: KioskSettings(), shopName: "")).routes
        #expect(listed.sorted() == routes.map { "\($0.method) \($0.path)" }.sorted())
    }
}
