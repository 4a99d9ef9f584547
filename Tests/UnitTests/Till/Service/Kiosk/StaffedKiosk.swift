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

/// The page of a kiosk in virtual time, with Anna, who has a PIN.
struct StaffedKiosk {
    let till: VirtualServedTill
    private let table: RouteTable

    init() throws {
        till = try VirtualServedTill(kiosk: ServedKiosk(settings: KioskSettings(), shopName: "Café"))
        table = RouteTable(serving: till, gate: ShutdownGate())
        let (till, table, pin) = (till, table, try OperatorPIN("4071"))
        _ = try till.kiosk.world.finish { () async throws(Failure) in
            try await table.begin()
            _ = try await till.ask { OperatorAction.create(name: "Anna", pin, by: Requester(caller: "user anna"), $0) }
        }
        till.kiosk.world.advance(by: .seconds(4))
    }

    private func ask(_ method: String, _ path: String, _ body: String = "") throws -> ServiceResponse {
        let route = try #require(table.routes.first { $0.method == method && $0.path == path })
        return try till.kiosk.world.finish { () async throws(Failure) in
            try await route.work(VirtualServedTill.request(nil, body))
        }
    }

    func screen() throws -> JSONValue {
        guard case .bytes(let bytes, _) = try ask("GET", "/kiosk/state").body else { return .null }
        return try JSONValue(parsing: Data(bytes))["screen"] ?? .null
    }

    /// Does something, and waits until the page has what came of it.
    func act(_ act: String, _ value: String? = nil) throws {
        #expect(try status(of: act, value.map { #""\#($0)""# }) == 200, "\(act)")
        till.kiosk.world.advance(by: .seconds(1))
    }

    /// Gives this much back, and waits a second.
    func refund(_ minor: Int) throws {
        #expect(try status(of: "refund", String(minor)) == 200)
        till.kiosk.world.advance(by: .seconds(1))
    }

    /// The status of the answer to an act, whose value is written as JSON.
    func status(of act: String, _ json: String?) throws -> Int {
        guard case .integer(let id)? = try screen()["id"] else { return 0 }
        let value = json.map { #", "value": \#($0)"# } ?? ""
        return try ask("POST", "/kiosk/act", #"{"screen": \#(id), "act": "\#(act)"\#(value)}"#).status
    }

    func enter() throws {
        try act("staff")
        for digit in "4071" { try act("digit", String(digit)) }
        try act("submit")
        #expect(try screen()["name"] == "operator_home")
    }

    /// A customer pays the order, and has not said yet how to have the receipt.
    func pay() throws {
        try act("begin")
        try act("find")
        for digit in "1042" { try act("digit", String(digit)) }
        try act("submit")
        try act("pay")
        till.kiosk.world.advance(by: .seconds(60))
    }
}
