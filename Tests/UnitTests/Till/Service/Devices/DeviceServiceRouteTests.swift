import Flow
import Foundation
import Model
import Simulator
import Testing

@testable import Service

/// What a person does to devices over HTTP, on a kiosk in virtual time.
@Suite struct DeviceServiceRouteTests {
    private let till: VirtualServedTill
    private let gate = ShutdownGate()

    init() throws { till = try VirtualServedTill() }

    private func send(_ path: String, _ body: String = "", _ parameters: [String: String]) throws -> String {
        let routes = DeviceServiceRoutes(
            till: till, gate: gate, enquiries: TerminalEnquiries(till: till), acts: KeyedActs(till)
        ).routes
        let route = try #require(routes.first { $0.path == path })
        #expect(route.right == .manage)
        let answer = try till.kiosk.world.finish { () async throws(Failure) in
            try await route.work(VirtualServedTill.request(.operator, body, parameters: parameters))
        }
        guard case .bytes(let bytes, _) = answer.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: ["counter", "usual"]) func aTerminalIsRegisteredByItsName(_ name: String) throws {
        #expect(try send("/v1/readers/{reader}/register", "", ["reader": name]).contains("\"terminal_id\":"))
    }

    @Test(arguments: ["initialise", "set-clock", "log-off", "status"])
    func aTerminalIsMaintainedAsOnTheCommandLine(_ word: String) throws {
        #expect(try send("/v1/readers/{reader}/\(word)", "", ["reader": "counter"]).contains("\"terminal_id\":"))
    }

    @Test func aPrinterTellsItsStatus() throws {
        #expect(try send("/v1/printers/{printer}/status", "", ["printer": "usual"]).contains("\"paper\":"))
    }

    @Test func aTerminalIsConfirmedOnlyInWordsAndAfterARestore() {
        for (body, code) in [("{}", "request.invalid"), (#"{"evidence": "Compared."}"#, "restore.nothingToCompare")] {
            let failure = #expect(throws: Failure.self) {
                try send("/v1/readers/{reader}/confirmation", body, ["reader": "counter"])
            }
            #expect(failure?.code == code)
        }
    }

    @Test func anUnknownTerminalIsRefused() {
        let failure = #expect(throws: Failure.self) {
            try send("/v1/readers/{reader}/register", "", ["reader": "tcp:10.0.0.1:20007"])
        }
        #expect(failure?.code == "request.invalid")
    }

    @Test func aDiagnosisIsOneOfTheKnownKinds() throws {
        #expect(
            try send("/v1/readers/{reader}/diagnosis", #"{"type": "line"}"#, ["reader": "counter"]).contains("lines"))
        let failure = #expect(throws: Failure.self) {
            try send("/v1/readers/{reader}/diagnosis", #"{"type": "all"}"#, ["reader": "counter"])
        }
        #expect(failure?.sentence.contains("extended") == true)
    }

    @Test func theTestPageAndTheDrawersCommandAreSentToThePrinter() throws {
        #expect(try send("/v1/printers/{printer}/test-page", "", ["printer": "receipts"]).contains("\"state\":"))
        #expect(till.kiosk.printer.paper.contains([0x0A]))
        _ = try send("/v1/printers/{printer}/drawer", #"{"number": 2}"#, ["printer": "usual"])
        #expect(till.kiosk.printer.paper.contains([0x1B]))
    }

    // MARK: Profiles and findings

    private func ask(_ route: Route?, _ body: String = "", _ parameters: [String: String] = [:]) throws -> String {
        let route = try #require(route)
        let answer = try till.kiosk.world.finish { () async throws(Failure) in
            try await route.work(VirtualServedTill.request(.operator, body, parameters: parameters))
        }
        guard case .bytes(let bytes, _) = answer.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func profileRoute(_ method: String) -> Route? {
        DeviceServiceRoutes(
            till: till, gate: gate, enquiries: TerminalEnquiries(till: till), acts: KeyedActs(till)
        ).routes
            .first { $0.method == method && $0.path == "/v1/readers/{reader}/profile" }
    }

    @Test func aTerminalsProfileIsWhatWasFoundOutLast() throws {
        let usual = ["reader": "usual"]
        #expect(profileRoute("GET")?.right == .look && profileRoute("POST")?.right == .manage)
        let failure = #expect(throws: Failure.self) { try ask(profileRoute("GET"), "", usual) }
        #expect(failure?.code == "reader.noProfile")
        let found = try ask(profileRoute("POST"), #"{"deep": false}"#, usual)
        #expect(found.contains("\"question\":") && !found.contains("found_at"), "\(found)")
        let known = try ask(profileRoute("GET"), "", usual)
        #expect(known.contains("\"found_at\":") && known.contains("\"repeat_receipt\":"), "\(known)")
    }

    private func findings() throws -> String {
        let routes = FindingRoutes(till: till, enquiries: TerminalEnquiries(till: till)).routes
        #expect(routes.map(\.right) == [.manage])
        return try ask(routes.first)
    }

    @Test func devicesThatAnswerAreNoFinding() throws {
        #expect(try findings().contains("\"ready\":true"))
    }

    @Test func aTerminalThatIsOffIsFound() throws {
        till.kiosk.terminal.switchOff()
        let found = try findings()
        #expect(found.contains("\"ready\":false"), "\(found)")
        #expect(found.contains("line.notFound"), "\(found)")
    }

    @Test func aPrinterWithoutAJamIsOnlyAsked() throws {
        #expect(try send("/v1/printers/{printer}/recover", "", ["printer": "receipts"]).contains("\"ready\":true"))
    }

    @Test func nothingBeginsOnceTheServiceStops() {
        gate.close()
        for (path, name) in [("/v1/readers/{reader}/register", "reader"), ("/v1/printers/{printer}/drawer", "printer")]
        {
            let failure = #expect(throws: Failure.self) { try send(path, "", [name: "usual"]) }
            #expect(failure?.code == "service.stopping")
        }
    }
}
