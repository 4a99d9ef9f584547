import Foundation
import Testing

/// A customer at the page of a kiosk: does what the page would send, and sees what it would draw.
struct KioskCustomer {
    /// How many comments of a service that has nothing to tell are waited for.
    private static let patience = 4

    let served: ServedKiosk

    init(_ kiosk: Kiosk, _ options: [String: String] = [:]) async throws {
        served = try await ServedKiosk(
            kiosk, environment: ["TILL_KIOSK_ENABLED": "true"].merging(options) { $1 })
    }

    private func screen(_ answer: ServedKiosk.Answer) -> [String: Any] {
        let state = answer.document["state"] as? [String: Any] ?? answer.document
        return state["screen"] as? [String: Any] ?? [:]
    }

    func state() throws -> ServedKiosk.Answer { try served.ask("GET", "/kiosk/state", token: "") }
    func screen() throws -> [String: Any] { screen(try state()) }
    var name: String { get throws { try screen()["name"] as? String ?? "" } }
    var id: Int { get throws { try screen()["id"] as? Int ?? 0 } }

    /// Sends what a customer does on a screen, by default the one that is shown. `value` is JSON.
    @discardableResult
    func act(_ act: String, _ value: String? = nil, on screen: Int? = nil) throws -> ServedKiosk.Answer {
        let value = value.map { #", "value": \#($0)"# } ?? ""
        let id = try screen ?? id
        return try served.ask("POST", "/kiosk/act", #"{"screen": \#(id), "act": "\#(act)"\#(value)}"#, token: "")
    }

    /// Opens a stream of the kiosk's events, as a tab does.
    func listen() throws -> RawClient {
        let client = try RawClient(port: served.port)
        client.send("GET /kiosk/events HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\n\r\n")
        return client
    }

    /// Waits until this screen is shown, and returns its fields.
    @discardableResult
    func comes(_ name: String) async throws -> [String: Any] { try await comes { $0["name"] as? String == name } }

    /// Waits until this screen is shown in this state.
    @discardableResult
    func comes(_ name: String, in states: String...) async throws -> [String: Any] {
        try await comes { $0["name"] as? String == name && states.contains($0["state"] as? String ?? "") }
    }

    /// Waits, by the kiosk's events, for a screen that is wanted.
    @discardableResult
    func comes(_ isWanted: ([String: Any]) -> Bool) async throws -> [String: Any] {
        try await Self.waits(try listen(), for: isWanted)
    }

    /// Reads a stream of events until a wanted screen comes.
    static func waits(_ client: RawClient, for isWanted: ([String: Any]) -> Bool) async throws -> [String: Any] {
        var heard = Data()
        // A silent service sends a comment every fifteen seconds.
        while String(decoding: heard, as: UTF8.self).components(separatedBy: "\n:").count < patience,
            let more = await client.coming()
        {
            heard += more
            let events = String(decoding: heard, as: UTF8.self).components(separatedBy: "\n\n").dropLast()
            for event in events {
                guard let line = event.components(separatedBy: "\n").last(where: { $0.hasPrefix("data: ") }),
                    let document = try? JSONSerialization.jsonObject(with: Data(line.dropFirst(6).utf8)),
                    let screen = (document as? [String: Any])?["screen"] as? [String: Any], isWanted(screen)
                else { continue }
                return screen
            }
        }
        Issue.record("the kiosk's events have ended: \(String(decoding: heard.suffix(2_000), as: UTF8.self))")
        return [:]
    }

    // MARK: Ways

    func goToFind() async throws {
        try await comes("attract")
        #expect(try act("begin").status == 200)
        try act("find")
    }

    func goToReview(of order: String) async throws {
        try await goToFind()
        for digit in order { try act("digit", "\"\(digit)\"") }
        try act("submit")
        try await comes("review")
    }

    /// Finds an order, pays it, and comes to its receipt.
    func pay(_ order: String) async throws {
        try await goToReview(of: order)
        try act("pay")
        try await comes("receipt")
    }

    /// Enters the PIN of the only operator.
    func enter(_ pin: String) async throws {
        try act("staff")
        try await comes { $0["name"] as? String == "operator_pin" && !($0["chosen"] as? String ?? "").isEmpty }
        for digit in pin { try act("digit", "\"\(digit)\"") }
        try act("submit")
        try await comes("operator_home", in: "ready")
    }

    /// What is on a page for the staff.
    func staffPage(_ name: String) async throws -> [String: Any] {
        try act("open", "\"\(name)\"")
        return try await comes("operator_\(name)", in: "ready")
    }
}
