import Foundation
import Testing

/// `till inspect` with recordings that others made, and with input that is no recording.
@Suite struct InputInspectTests {
    private struct Telegram {
        let framing: String?
        let checksumIsGood: Bool?
        let fields: NSDictionary

        init(_ output: String) throws {
            let json = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
            let document = try #require(json, "\(output)")
            framing = document["framing"] as? String
            checksumIsGood = document["crc_ok"] as? Bool
            fields = try #require(document["fields"] as? NSDictionary)
        }
    }

    @Test(.enabled(if: InputVector.areHere, "zvt-vectors.json is not beside this repository (TILL_SHARED)"))
    func everyRecordedTelegramIsShownAsItsFieldsSay() async throws {
        try await Kiosk.run { kiosk in
            let vectors = try InputVector.all()
            #expect(vectors.count == 59)
            for vector in vectors where !vector.mustReject {
                let shown = try await kiosk.start("till", ["inspect", "zvt", "--json", vector.hex]).end()
                try #require(shown.code == 0, "\(vector.meaning): \(shown)")
                let telegram = try Telegram(shown.output)
                #expect(telegram.framing == vector.framing, "\(vector.meaning)")
                #expect(telegram.checksumIsGood == (vector.framing == "serial" ? true : nil))
                let expected = try JSONSerialization.jsonObject(with: vector.fields) as? NSDictionary
                #expect(telegram.fields == expected, "\(vector.meaning)")
            }
        }
    }

    @Test(.enabled(if: InputVector.areHere, "zvt-vectors.json is not beside this repository (TILL_SHARED)"))
    func whatMustBeRejectedNamesTheReasonAndTheByte() async throws {
        try await Kiosk.run { kiosk in
            let vectors = try InputVector.all().filter(\.mustReject)
            #expect(vectors.count == 3)
            for vector in vectors {
                let refused = try await kiosk.start(
                    "till", ["inspect", "zvt", "--framing", vector.framing, "--json", vector.hex]
                ).end()
                #expect(refused.code == 65, "\(vector.meaning): \(refused)")
                #expect(refused.tellsOnlyOfAnError, "\(refused)")
                #expect(refused.errors.firstMatch(of: /, at byte \d+/) != nil, "\(vector.meaning): \(refused)")
            }
        }
    }

    @Test func theFramingIsFoundOutOrNamed() async throws {
        let block = "10 02 80 00 00 10 03 F5 1F"
        try await Kiosk.run { kiosk in
            let found = try await kiosk.start("till", ["inspect", "zvt", "--json", block]).end()
            let named = try await kiosk.start(
                "till", ["inspect", "zvt", "--json", "--framing", "serial", block]
            ).end()
            #expect(found.code == 0 && found.output == named.output, "\(found)\n\(named)")
            #expect(found.output.hasPrefix(#"{"framing":"serial","crc_ok":"#))
            let wrong = try await kiosk.start("till", ["inspect", "zvt", "--framing", "apdu", block]).end()
            #expect(wrong.code == 65, "\(wrong)")
        }
    }

    @Test func standardInputIsReadForAHyphen() async throws {
        try await Kiosk.run { kiosk in
            let piped = try await kiosk.till(["inspect", "zvt", "--json", "-"], reading: Array("06 0F\n 00\n".utf8))
            let given = try await kiosk.start("till", ["inspect", "zvt", "--json", "060F00"]).end()
            #expect(piped.code == 0 && piped.output == given.output, "\(piped)\n\(given)")
        }
    }

    @Test(arguments: [
        ("06 0F 0", "5 hexadecimal digits are no whole bytes"), ("06 0F XY", "no hexadecimal digit at character 6"),
        ("", "0 hexadecimal digits"), ("٣٣", "no hexadecimal digit at character 0"), ("FF", "at byte "),
    ])
    func whatIsNoTelegramIsRefusedWithAReason(_ input: String, _ reason: String) async throws {
        try await Kiosk.run { kiosk in
            let refused = try await kiosk.start("till", ["inspect", "zvt", "--json", input]).end()
            #expect(refused.code == 65 && refused.tellsOnlyOfAnError, "\(refused)")
            #expect(refused.errors.contains(reason), "\(refused)")
        }
    }

    @Test func anUnmaskedCardNumberIsShownNowhere() async throws {
        let status = "04 0F 10 27 00 22 F0 F8 41 11 11 11 11 11 11 11 0E 28 12"
        try await Kiosk.run { kiosk in
            for form in [["--json"], []] {
                let shown = try await kiosk.start("till", ["inspect", "zvt", status] + form).end()
                #expect(shown.code == 0 && shown.output.contains("EEEEEEEEEEEE1111"), "\(shown)")
                #expect(!shown.output.contains("4111111111111111") && !shown.output.contains("4111 11"))
            }
        }
    }
}

extension Ending {
    /// Whether standard output is a single error document that contains nothing of a telegram.
    fileprivate var tellsOnlyOfAnError: Bool {
        let document = try? JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let code = (document?["error"] as? [String: Any])?["code"] as? String
        return document.map { Set($0.keys) } == ["error", "schema_version"] && code?.hasPrefix("input.") == true
    }
}
