import Foundation
import Glibc
import Testing

/// The service beyond this machine, and behind a proxy: only with a certificate, and only under its own names.
@Suite(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "curl is not installed"),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "openssl is not installed"))
struct ElsewhereTests {
    @Test func withoutACertificateItListensOnThisMachineOnly() async throws {
        try await Kiosk.run { kiosk in
            let refused = try await kiosk.startTill(["serve", "--listen", "0.0.0.0:0"]).end()
            #expect(refused.code == 64 && refused.errors.contains("service.badAddress"), "\(refused)")
        }
    }

    /// 127.0.0.0/8 is this machine, and needs no certificate.
    @Test(arguments: ["127.0.0.2", "[::1]"])
    func atEachAddressOfThisMachineItAnswersUnderThatAddress(_ host: String) async throws {
        try await Kiosk.run { kiosk in
            try ServedKiosk.configure(kiosk)
            let token = try await ServedKiosk.token(kiosk, "operator")
            let child = try await kiosk.startTill(["serve", "--listen", "\(host):0"])
            let said = try await child.says("ready: ")
            let url = try #require(said.firstMatch(of: /http:\/\/\S+:\d+/).map { String($0.0) }, "\(said)")
            #expect(url.hasPrefix("http://\(host):"))
            func ask(_ options: String...) async throws -> Ending {
                let always = ["-sS", "-g", "-m", "20", "-w", "\n%{http_code}", "-H", "Authorization: Bearer \(token)"]
                return try await kiosk.start("/usr/bin/curl", always + options + [url + "/v1/journal/head"]).end()
            }
            #expect(try await ask().output.hasSuffix("\n200"))
            #expect(try await ask("-H", "Origin: \(url)").output.hasSuffix("\n200"))
            #expect(try await ask("-H", "Host: 127.0.0.3").output.hasSuffix("\n421"))
            #expect(try await ask("-H", "Origin: http://127.0.0.3").output.hasSuffix("\n403"))
        }
    }

    /// Makes a certificate for `till.example`, and the table of the configuration that names it.
    private static func certificate(_ kiosk: Kiosk, days: Int = 2) async throws -> String {
        let made = try await kiosk.start(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "\(days)", "-subj", "/CN=till.example",
                "-addext",
                "subjectAltName=DNS:till.example", "-keyout", kiosk.path("tls.key"), "-out", kiosk.path("tls.pem"),
            ]
        ).end()
        try #require(made.code == 0, "\(made)")
        return """
            [service]
            hosts = ["till.example", "till.example:7443"]
            certificate = "\(kiosk.path("tls.pem"))"
            certificate_key = "\(kiosk.path("tls.key"))"
            """
    }

    @Test func withACertificateItSpeaksTLSUnderTheNamesThatAreConfigured() async throws {
        try await Kiosk.run { kiosk in
            try ServedKiosk.configure(kiosk, tables: try await Self.certificate(kiosk))
            let token = try await ServedKiosk.token(kiosk, "operator")
            let child = try await kiosk.startTill(["serve", "--listen", "0.0.0.0:0"])
            let said = try await child.says("ready: ")
            let port = try #require(said.firstMatch(of: /https:\/\/0\.0\.0\.0:(\d+)/).map { String($0.1) }, "\(said)")
            func ask(_ options: [String]) async throws -> Ending {
                let always = [
                    "-sS", "-m", "20", "-w", "\n%{http_code}", "--cacert", kiosk.path("tls.pem"), "--resolve",
                    "till.example:\(port):127.0.0.1", "-H", "Authorization: Bearer \(token)",
                ]
                return try await kiosk.start("/usr/bin/curl", always + options).end()
            }
            let url = "https://till.example:\(port)/v1/journal/head"
            let told = try await ask(["-H", "Host: till.example:7443", url])
            #expect(told.output.hasSuffix("\n200"), "\(told)")
            let other = try await ask(["-H", "Host: evil.example", url])
            #expect(other.output.contains("request.badHost") && other.output.hasSuffix("\n421"), "\(other)")
            // The kiosk needs no token, so it is there under this machine's own names alone.
            let kioskPage = try await ask(["-H", "Host: till.example", "https://till.example:\(port)/kiosk/state"])
            #expect(kioskPage.output.hasSuffix("\n421") || kioskPage.output.hasSuffix("\n404"), "\(kioskPage)")
            // What a proxy says of a request counts for nothing.
            let forwarded = try await ask([
                "-H", "Host: evil.example", "-H", "X-Forwarded-Host: till.example", "-H",
                "Forwarded: host=till.example", "-H", "X-Forwarded-For: 127.0.0.1", url,
            ])
            #expect(forwarded.output.hasSuffix("\n421"), "\(forwarded)")
            let page = try await ask(["-H", "Host: till.example", "-H", "Origin: https://evil.example", url])
            #expect(page.output.contains("request.badOrigin"), "\(page)")
            let plain = try RawClient(port: try #require(UInt16(port)), seconds: 20)
            plain.send("GET /healthz HTTP/1.1\r\nHost: till.example\r\n\r\n")
            #expect(ServedKiosk.parsed(plain.rest()) == nil, "nothing is answered without TLS")
            child.send(SIGTERM)
            #expect(try await child.end().code == 0)
        }
    }

    @Test func aCertificateThatCannotBeUsedIsRefusedAtTheStart() async throws {
        try await Kiosk.run { kiosk in
            let table = try await Self.certificate(kiosk)
            try ServedKiosk.configure(kiosk, tables: table.replacing("tls.key", with: "tls.pem"))
            let refused = try await kiosk.startTill(["serve", "--listen", "127.0.0.1:0"]).end()
            #expect(refused.code == 64 && refused.errors.contains("service.badCertificate"), "\(refused)")
        }
    }

    @Test func aKeyThatEverybodyMayReadIsRefusedAtTheStart() async throws {
        try await Kiosk.run { kiosk in
            try ServedKiosk.configure(kiosk, tables: try await Self.certificate(kiosk))
            try #require(chmod(kiosk.path("tls.key"), 0o644) == 0)
            let refused = try await kiosk.startTill(["serve", "--listen", "127.0.0.1:0"]).end()
            #expect(refused.code == 64 && refused.errors.contains("service.badCertificate"), "\(refused)")
            #expect(refused.errors.contains("others can use it"), "\(refused)")
        }
    }

    @Test func aCertificateThatEndsSoonIsSaidBeforeItEnds() async throws {
        try await Kiosk.run { kiosk in
            try ServedKiosk.configure(kiosk, tables: try await Self.certificate(kiosk, days: 13))
            let checked = try await kiosk.till("config", "check")
            #expect(checked.code == 0 && checked.output.contains(": warning: "), "\(checked)")
            #expect(checked.output.contains("ends at"), "\(checked)")
            let document = try await kiosk.till("config", "check", "--json")
            #expect(document.code == 0 && document.output.contains("ends at"), "\(document)")
            let doctor = try await kiosk.till("doctor")
            #expect(doctor.output.contains("warning  service.certificateEnds"), "\(doctor)")
            let child = try await kiosk.startTill(["serve", "--listen", "127.0.0.1:0"])
            _ = try await child.says("ready: ")
            _ = try await Self.certificate(kiosk, days: 60)
            child.send(SIGHUP)
            _ = try await child.says("from the next start on: service.certificate")
            child.send(SIGTERM)
            let ended = try await child.end()
            #expect(ended.code == 0 && ended.errors.contains("(service.certificateEnds)"), "\(ended)")
            #expect(try await kiosk.till("config", "check").output.contains("warning") == false, "it was renewed")
        }
    }

    @Test(arguments: ["another key", "no key", "no certificate", "a missing file", "an open key"])
    func aCertificateThatCannotBeUsedIsAMistake(_ what: String) async throws {
        try await Kiosk.run { kiosk in
            try ServedKiosk.configure(kiosk, tables: try await Self.certificate(kiosk))
            let (key, certificate) = (kiosk.path("tls.key"), kiosk.path("tls.pem"))
            let reason: String
            switch what {
            case "another key":
                _ = try await kiosk.start("/usr/bin/openssl", ["genrsa", "-out", key, "2048"]).end()
                reason = "the key does not belong to the certificate"
            case "no key":
                try Data("key".utf8).write(to: URL(filePath: key))
                reason = "holds no key in PEM"
            case "no certificate":
                try Data("certificate".utf8).write(to: URL(filePath: certificate))
                reason = "holds no certificate in PEM"
            case "a missing file":
                unlink(certificate)
                reason = "cannot be read: no such file or directory"
            default:
                try #require(chmod(key, 0o644) == 0)
                reason = "others can use it"
            }
            if what != "an open key" { chmod(key, 0o600) }
            let checked = try await kiosk.till("config", "check")
            #expect(checked.code == 65 && checked.output.contains(reason), "\(checked)")
            #expect(checked.output.contains(": error: "), "\(checked)")
            let doctor = try await kiosk.till("doctor")
            #expect(doctor.output.contains("STOPS    service.badCertificate"), "\(doctor)")
            let served = try await kiosk.startTill(["serve", "--listen", "127.0.0.1:0"]).end()
            #expect(served.code == 64 && served.errors.contains(reason), "\(served)")
            #expect(try await kiosk.till("whoami").code == 0, "commands do without it")
        }
    }
}
