import Flow
import Foundation
import Model
import Storage
import Testing

@testable import Till

/// The lines of an export are written without an encoder, and are what the encoder writes.
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
            #expect(try String(decoding: line, as: UTF8.self) == Output.json(Output.Entry(entry)) + "\n")
        }
    }
}
