import Foundation
import Glibc
import Testing

/// `GET /v1/backup`: the same backup as `till backup -`, while the service goes on.
@Suite struct ServedBackupTests {
    @Test func aBackupOverHTTPIsRestoredAndVerifies() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk, scope: "operator")
            let first = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k1")
            _ = try served.end(of: first.text("payment"))
            // The next payment runs while the copy is made.
            let second = try served.ask("POST", "/v1/payments", #"{"order": 1043}"#, key: "k2")
            let answer = try served.ask("GET", "/v1/backup")
            #expect(answer.status == 200 && answer.fields["content-type"] == "application/x-tar", "\(answer.fields)")
            #expect(answer.fields["content-disposition"]?.contains(".tar") == true)
            #expect(try served.end(of: second.text("payment")).text("outcome") == "approved")
            let tar = try #require(Self.joined(answer))
            try tar.write(to: URL(filePath: kiosk.path("served.tar")))
            let listed = try await kiosk.start("/usr/bin/tar", ["-tf", kiosk.path("served.tar")]).end()
            #expect(listed.output == "manifest.json\ntill.sqlite\ntill.head\n", "\(listed)")
            let restored = try await kiosk.restore("served.tar", into: "restored")
            #expect(restored.code == 0, "\(restored)")
            let verified = try await kiosk.start(
                "till", ["journal", "verify", "--data", kiosk.path("restored")]
            ).end()
            #expect(verified.code == 0, "\(verified)")
            let why = try await kiosk.start(
                "till", ["why", first.text("payment"), "--data", kiosk.path("restored")]
            ).end()
            #expect(why.code == 0, "\(why)")
            #expect(!FileManager.default.fileExists(atPath: kiosk.data + "/backup.new"))
        }
    }

    /// Whoever may only look, or serves customers, gets no copy of all data.
    @Test(arguments: ["kiosk", "integrator", "read-only"])
    func onlyWhoMayHaveAllDataGetsThem(_ scope: String) async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk, scope: scope)
            let refused = try served.ask("GET", "/v1/backup")
            #expect(refused.status == 403 && refused.code == "request.forbidden", "\(refused)")
        }
    }

    /// The caller reads nothing, and another one asks: one backup is made at a time, and the next one once the first is over.
    @Test func oneBackupIsMadeAtATime() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let served = try await ServedKiosk(kiosk, scope: "operator")
            let claim = open(kiosk.data + "/locks/backup.lock", O_RDWR | O_CREAT, 0o600)
            defer { close(claim) }
            #expect(flock(claim, LOCK_EX | LOCK_NB) == 0)
            let busy = try served.ask("GET", "/v1/backup")
            #expect(busy.status == 503 && busy.code == "backup.running", "\(busy)")
            #expect(flock(claim, LOCK_UN) == 0)
            #expect(try served.ask("GET", "/v1/backup").status == 200)
        }
    }

    /// The body of an answer in chunks.
    private static func joined(_ answer: ServedKiosk.Answer) -> Data? {
        guard answer.fields["transfer-encoding"] == "chunked" else { return answer.body }
        var (left, body) = (answer.body, Data())
        while let end = left.firstRange(of: Data("\r\n".utf8)) {
            guard let size = Int(String(decoding: left[..<end.lowerBound], as: UTF8.self), radix: 16) else {
                return nil
            }
            guard size > 0 else { return body }
            let chunk = left[end.upperBound...].prefix(size)
            guard chunk.count == size else { return nil }
            body += chunk
            left = left[(end.upperBound + size + 2)...]
        }
        return nil
    }
}
