import Flow
import Foundation
import Model
import Testing

@testable import Service

/// Signatures, addresses and kinds of webhooks.
@Suite struct EndpointTests {
    /// Made with Python's hmac.
    @Test func theSignatureIsThatOfTheTimeADotAndTheBody() {
        let body = Array(#"{"kind":"payment.settled"}"#.utf8)
        let signature = EndpointSecret(text: "whsec_of-a-test").signature(
            of: body, at: Date(timeIntervalSince1970: 1_767_225_600.9))
        #expect(signature == "t=1767225600,v1=cdddce1f6ef42868fc45a3b7666fcea3a568516271f502741608e49ebf82675b")
    }

    @Test func everySecretDiffersAndNoneIsShownByChance() {
        let environment = VirtualWorld(seed: 1).environment
        let secrets = (0..<50).map { _ in EndpointSecret(environment) }
        #expect(Set(secrets.map(\.text)).count == 50)
        #expect(secrets.allSatisfy { $0.text.wholeMatch(of: /whsec_[A-Za-z0-9_-]{43}/) != nil })
        var dumped = ""
        dump(secrets[0], to: &dumped)
        #expect(!"\(secrets[0])\(dumped)".contains(secrets[0].text))
    }

    @Test(arguments: [
        "https://example.org/till", "https://example.org:8443/till?shop=1", "http://127.0.0.1:4242/till",
        "http://localhost/", "http://[::1]:80/",
    ])
    func eventsGoOverHTTPSAndOverHTTPToThisMachine(_ url: String) throws { try EndpointAddress.check(url) }

    @Test(arguments: [
        "http://example.org/", "http://127.0.0.1.example.org/", "http://192.168.1.2/", "ftp://example.org/", "/till",
        "",
        "https://", "https://me:word@example.org/", "https://example.org/#part", "https://example.org/\u{1B}[2J",
        "http://127.0.0.1:99999/x", "https://example.org:0/", "https://example.org/ x", "https://example.org/\u{A0}x",
        "https://example.org/4539682074139251", "https://example.org/" + String(repeating: "a", count: 500),
    ])
    func anyOtherAddressIsRefused(_ url: String) {
        let failure = #expect(throws: Failure.self) { try EndpointAddress.check(url) }
        #expect(failure?.code == "endpoint.badAddress")
    }

    @Test(arguments: [
        ("payment.settled", "payment.settled", true), ("payment.*", "payment.settled", true),
        ("*", "till.enrolled", true),
        ("payment.*", "paymentx.settled", false), ("payment.settled", "payment.settledx", false),
        ("payment.settled", "payment.intended", false),
    ])
    func anEndpointWantsKindsGroupsOrAll(_ wanted: String, _ kind: String, _ isWanted: Bool) {
        let endpoint = EventEndpoint(id: "hook-1", url: "", events: [wanted], createdAt: .distantPast)
        #expect(endpoint.wants(kind) == isWanted)
    }

    @Test(arguments: [["payment.setled"], ["pay*"], ["**"], [""], [], ["*", "x.*"], ["payment."]])
    func aKindThatIsNoneIsRefused(_ kinds: [String]) {
        let failure = #expect(throws: Failure.self) { try EventKinds.check(kinds) }
        #expect(failure?.code == "endpoint.unknownEvent")
    }

    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../docs/api.md").standardizedFileURL

    @Test func thePageHasEveryKindOfEvent() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        #expect(EventKinds.all.filter { !text.contains("`\($0)`") } == [])
    }
}
