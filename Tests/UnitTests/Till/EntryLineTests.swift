import Flow
import Foundation
import Model
import Service
import Storage
import StorageInMemory
import Testing

@testable import Till

/// The lines of an export are written without an encoder, and are valid JSON.
@Suite struct EntryLineTests {
    private static let payloads: [[UInt8]] = [
        Array("{}".utf8), Array(#"{"a":"\"\\\/","b":[1,2]}"#.utf8), Array("Größe € 😀 \u{2028} 日本".utf8),
        Array(0..<0x80), [0xC3, 0x28, 0x80, 0xFF, 0x41], [], [0x7F, 0xED, 0xA0, 0x80],
    ]

    @Test(arguments: payloads, [nil, "pay-1", "pay-\"ä\u{1}\""] as [String?])
    func aLineIsTheDocumentOfTheEntry(payload: [UInt8], payment: String?) throws {
        for seconds in [0, -1.5, 951_782_400, 1_795_219_200.25, 4_102_444_799.999, 253_402_300_799] {
            let storage = MemoryStorage { Date(timeIntervalSince1970: seconds) }
            let entry = try storage.write {
                try $0.append(
                    kind: "payment.text", payment: payment.map(PaymentID.init(rawValue:)), payload: Data(payload))
            }
            var line: [UInt8] = []
            EntryLine.append(entry, to: &line)
            #expect(line.last == UInt8(ascii: "\n"))
            let document = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            let stored = String(decoding: payload, as: UTF8.self)
            let fact = try? JSONSerialization.jsonObject(with: Data(payload)) as? NSDictionary
            #expect(
                document["fact"] as? NSDictionary == fact
                    && document["stored"] as? String == (fact == nil ? stored : nil))
            #expect(document["at"] as? String == Date(timeIntervalSince1970: seconds).formatted(.iso8601))
            #expect(document["payment"] as? String == payment && document["kind"] as? String == "payment.text")
            #expect(document["hash"] as? String == Hexadecimal.text(entry.hash) && document["sequence"] as? Int == 1)
            #expect(document["schema_version"] as? Int == Output.version)
        }
    }
}
