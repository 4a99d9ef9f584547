import Foundation
import Model
import Testing

@testable import Storage
@testable import Stores

/// Rows of the journal as programs read them.
@Suite struct JournalViewTests {
    @Test(arguments: [
        ("payment.sending", #"{"sending":{}}"#, #"{}"#),
        ("payment.aborted", #"{"aborted":{"code":108}}"#, #"{"code":108}"#),
        (
            "payment.result", #"{"result":{"_0":{"amountMinor":1250,"terminalID":"1"},"answer":"stored"}}"#,
            #"{"result":{"amount_minor":1250,"terminal_id":"1"},"answer":"stored"}"#
        ),
        (
            "payment.evidence", #"{"evidence":{"_0":{"refused":{"code":131}},"_1":{"notBooked":{}}}}"#,
            #"{"answer":{"refused":{"code":131}},"finding":"not_booked"}"#
        ),
        (
            "payment.settled", #"{"settled":{"_0":{"approved":{"_0":{"resultCode":0}}}}}"#,
            #"{"approved":{"result_code":0}}"#
        ),
        (
            "receipt.printed", #"{"mark":{"duplicate":{"_0":2,"at":1795420760292}},"printer":"file:\/p \"{\\"}"#,
            #"{"mark":{"duplicate":{"number":2,"at":"2026-11-23T07:59:20.292Z"}},"printer":"file:\/p \"{\\"}"#
        ),
        (
            "receipt.printed", #"{"mark":{"original":{}},"lines":[],"a":[{"_0":1},{"given":{}}]}"#,
            #"{"mark":"original","lines":[],"a":[1,"given"]}"#
        ),
        (
            "payment.intended", #"{"intended":{"_0":{"startedAt":1795420760292,"watermark":{"receipt":{"_0":7}}}}}"#,
            #"{"started_at":"2026-11-23T07:59:20.292Z","watermark":{"receipt":7}}"#
        ),
    ])
    func aFactIsToldWithoutTheShapesOfSwift(_ kind: String, _ stored: String, _ fact: String) throws {
        let told = try #require(Self.fact(kind, stored))
        #expect(String(decoding: told, as: UTF8.self) == fact)
    }

    @Test(arguments: ["", "{", #"{"a":}"#, #"{"a":1"#, "nothing", #"{"a":1}x"#, #"{"a" 1}"#])
    func whatIsNotAsTillWritesItIsNoFact(_ stored: String) {
        #expect(Self.fact("payment.sending", stored) == nil)
    }

    /// Most are no whole number of binary parts of a second; each was a millisecond early once it was cut off.
    @Test func everyMillisecondIsToldAsItself() throws {
        for millisecond in 0..<1_000 {
            let told = try #require(Self.fact("payment.intended", #"{"startedAt":\#(1_795_420_760_000 + millisecond)}"#))
            let digits = String(1_000 + millisecond).dropFirst()
            #expect(String(decoding: told, as: UTF8.self) == #"{"started_at":"2026-11-23T07:59:20.\#(digits)Z"}"#)
        }
    }

    private static func fact(_ kind: String, _ stored: String) -> [UInt8]? {
        JournalView.fact(
            of: JournalEntry(
                sequence: 3, at: Date(timeIntervalSince1970: 1_795_420_760), payment: PaymentID(rawValue: "pay-1"),
                kind: kind, payload: Data(stored.utf8), previousHash: Data(), hash: Data([0xAB, 0x01])))
    }
}
