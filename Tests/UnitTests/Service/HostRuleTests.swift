import Flow
import Testing

@testable import Service

/// Pages elsewhere, and names that lead to this machine.
@Suite struct HostRuleTests {
    @Test(arguments: ["127.0.0.1:7373", "localhost:7373", "LOCALHOST:7373", "[::1]:7373"])
    func theServicesOwnNamesAreTaken(_ host: String) throws {
        try HostRule.check(host: host, origin: nil, port: 7373)
        try HostRule.check(host: host, origin: "http://\(host)", port: 7373)
    }

    @Test(arguments: [
        nil, "", "evil.example:7373", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.evil.example:7373", "127.1:7373",
    ])
    func otherNamesAreRefused(_ host: String?) {
        let failure = #expect(throws: Failure.self) { try HostRule.check(host: host, origin: nil, port: 7373) }
        #expect(failure?.code == "request.badHost")
    }

    /// A browser leaves out 80 for http and 443 for https.
    @Test(arguments: [("http", 80, false), ("https", 443, true)])
    func theUsualPortMayBeLeftOut(_ scheme: String, _ port: Int, isTLS: Bool) throws {
        for name in ["127.0.0.1", "LOCALHOST", "[::1]", "127.0.0.1:\(port)"] {
            try HostRule.check(host: name, origin: "\(scheme)://\(name)", port: port, isTLS: isTLS)
        }
        try HostRule.check(
            host: "127.0.0.2", origin: "\(scheme)://127.0.0.2", at: "127.0.0.2", port: port, isTLS: isTLS)
        for (port, isTLS) in [(port, !isTLS), (7373, isTLS)] {
            #expect(throws: Failure.self) {
                try HostRule.check(host: "127.0.0.1", origin: nil, port: port, isTLS: isTLS)
            }
        }
    }

    /// All of 127.0.0.0/8 is this machine, and the name there is the address itself.
    @Test func theAddressAtWhichItIsAskedIsOneOfItsNamesIfItIsThisMachines() throws {
        for address in ["127.0.0.2", "::ffff:127.0.0.2"] {
            try HostRule.check(host: "127.0.0.2:7373", origin: "http://127.0.0.2:7373", at: address, port: 7373)
        }
        for (host, address) in [
            ("127.0.0.3:7373", "127.0.0.2"), ("127.0.0.2", "127.0.0.2"), ("192.168.1.7:7373", "192.168.1.7"),
        ] {
            let failure = #expect(throws: Failure.self) {
                try HostRule.check(host: host, origin: nil, at: address, port: 7373)
            }
            #expect(failure?.code == "request.badHost")
        }
    }

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST", true), ("127.0.0.2", true), ("127.255.255.254", true), ("::1", true),
        ("[::1]", true), ("0:0:0:0:0:0:0:1", true), ("127.evil.example", false), ("127.1", false),
        ("128.0.0.1", false), ("0.0.0.0", false), ("::", false), ("", false),
    ])
    func aHostIsThisMachineByItsNameOrByAWholeAddress(_ host: String, isOfThisMachine: Bool) {
        #expect(HostRule.isOfThisMachine(host: host) == isOfThisMachine)
    }

    @Test(arguments: ["null", "http://evil.example", "https://127.0.0.1:7373", "http://127.0.0.1:80", ""])
    func pagesOfOtherOriginsAreRefused(_ origin: String) {
        let failure = #expect(throws: Failure.self) {
            try HostRule.check(host: "127.0.0.1:7373", origin: origin, port: 7373)
        }
        #expect(failure?.code == "request.badOrigin")
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.0.0.53", true), ("::1", true), ("::ffff:127.0.0.1", true), ("192.168.1.7", false),
        ("fe80::1", false), ("::ffff:10.0.0.1", false), ("1.127.0.0", false),
    ])
    func theKioskIsThereForThisMachineAlone(_ address: String, isOfThisMachine: Bool) {
        #expect(HostRule.isOfThisMachine(address) == isOfThisMachine)
        #expect(!HostRule.isOfThisMachine(nil))
    }

    @Test func aConfiguredNameIsTakenAsItStandsThere() throws {
        let configured = ["till.example", "till.example:8443"]
        for host in ["till.example", "TILL.example", "till.example:8443"] {
            try HostRule.check(host: host, origin: nil, port: 7373, configured: configured)
            try HostRule.check(
                host: host, origin: "https://" + host.lowercased(), port: 7373, configured: configured)
        }
        for (host, origin, code) in [
            ("till.example:7373", nil, "request.badHost"), ("shop.till.example", nil, "request.badHost"),
            ("till.example", "http://till.example", "request.badOrigin"),
            ("till.example", "https://evil.example", "request.badOrigin"),
        ] as [(String, String?, String)] {
            let failure = #expect(throws: Failure.self) {
                try HostRule.check(host: host, origin: origin, port: 7373, configured: configured)
            }
            #expect(failure?.code == code)
        }
    }

    @Test func overTLSItsOwnPagesHaveAnotherScheme() throws {
        try HostRule.check(host: "localhost:7373", origin: "https://localhost:7373", port: 7373, isTLS: true)
        #expect(throws: Failure.self) {
            try HostRule.check(host: "localhost:7373", origin: "http://localhost:7373", port: 7373, isTLS: true)
        }
    }

    @Test func withACertificateTheServiceListensElsewhereToo() throws {
        #expect(try ListenAddress("0.0.0.0:7373", beyondLoopback: true).host == "0.0.0.0")
        #expect(try ListenAddress("[fd00::7]:7373", beyondLoopback: true).host == "fd00::7")
        #expect(throws: Failure.self) { try ListenAddress(":7373", beyondLoopback: true) }
    }

    @Test(arguments: [
        "0.0.0.0:7373", "192.168.1.5:7373", "till.example:7373", "7373", "127.0.0.1", "127.0.0.1:70000", "[::]:1",
        "127.evil.example:7373",
    ])
    func theServiceListensAtThisMachineOnly(_ text: String) {
        let failure = #expect(throws: Failure.self) { try ListenAddress(text) }
        #expect(failure?.code == "service.badAddress")
    }

    @Test func theLoopbackAddressesAreRead() throws {
        #expect(try ListenAddress("127.0.0.1:7373").port == 7373)
        #expect(try ListenAddress("localhost:0").host == "127.0.0.1")
        #expect(try ListenAddress("[::1]:7373").host == "::1")
        #expect(try ListenAddress("127.0.0.2:7373").host == "127.0.0.2")
    }
}
