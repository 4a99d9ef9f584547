import Foundation
import Model
import Testing

@testable import Storage
@testable import Stores
@testable import Payments

/// Rows of the journal in the form that programs read.
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
        // A value that is not alone under the name of its kind keeps its name.
        ("test.kind", #"{"kind":{"a":1}}"#, #"{"a":1}"#),
        ("test.kind", #"{"kind":{"a":1},"b":2}"#, #"{"kind":{"a":1},"b":2}"#),
        ("test.kind", #"{"other":{"a":1}}"#, #"{"other":{"a":1}}"#),
        ("kind", #"{"kind":{}}"#, #"{}"#),
        // Unnamed values get names.
        ("test.kind", #"{"a":{"_0":1,"_1":2}}"#, #"{"a":{"value_0":1,"value_1":2}}"#),
        ("test.evidence", #"{"evidence":{"_0":1,"_1":2,"_2":3}}"#, #"{"answer":1,"finding":2,"value_2":3}"#),
        ("test.operatorSettled", #"{"operatorSettled":{"_0":1,"_1":2}}"#, #"{"evidence":1,"outcome":2}"#),
        ("test.kind", #"{"_x":1,"_":2}"#, #"{"_x":1,"_":2}"#),
        // Names are written in snake case.
        ("test.kind", #"{"HTTPCode":1,"aB1C":2,"terminalID":3}"#, #"{"httpcode":1,"a_b1_c":2,"terminal_id":3}"#),
        // Times are recognised by their names and their size.
        ("test.kind", #"{"at":100000000000,"b":1}"#, #"{"at":"1973-03-03T09:46:40.000Z","b":1}"#),
        ("test.kind", #"{"at":99999999999,"b":1}"#, #"{"at":99999999999,"b":1}"#),
        ("test.kind", #"{"endedAt":1795420760007,"b":1}"#, #"{"ended_at":"2026-11-23T07:59:20.007Z","b":1}"#),
        ("test.kind", #"{"that":1795420760292,"aT":1795420760292}"#, #"{"that":1795420760292,"a_t":1795420760292}"#),
        ("test.kind", #"{"at":[1795420760292],"b":null}"#, #"{"at":["2026-11-23T07:59:20.292Z"],"b":null}"#),
        ("test.kind", #"{"at":"1795420760292","b":1}"#, #"{"at":"1795420760292","b":1}"#),
        // Numbers, lists and texts are copied.
        (
            "test.kind", #"{"a":-1.5e+3,"b":true,"c":null,"d":false,"e":09}"#,
            #"{"a":-1.5e+3,"b":true,"c":null,"d":false,"e":09}"#
        ),
        ("test.kind", #"{"a":[1,[],[{}],"x"],"b":{}}"#, #"{"a":[1,[],[{}],"x"],"b":{}}"#),
        ("test.kind", #"{"a":"}","b":"\\","c":"\"]"}"#, #"{"a":"}","b":"\\","c":"\"]"}"#),
    ])
    func aFactIsToldWithoutTheShapesOfSwift(_ kind: String, _ stored: String, _ fact: String) throws {
        let told = try #require(Self.fact(kind, stored))
        #expect(String(decoding: told, as: UTF8.self) == fact)
    }

    @Test(arguments: [
        "", "{", #"{"a":}"#, #"{"a":1"#, "nothing", #"{"a":1}x"#, #"{"a" 1}"#, "[1]", #"{"a":[1}"#, #"{"a":[1,]}"#,
        #"{"a":1,}"#, #"{"a":tru}"#, #"{"a":truer}"#, #"{"a":1 2}"#, #"{"a":x1}"#, #"{"a":"x}"#, #"{a":1}"#, #"{"a:1}"#,
        #"{"a":1}}"#, #"{"a":{}"#, #"{"a":[[1]}"#, #"{"a":"\"}"#, #"{"a":1;"b":2}"#, "{}}", "}",
        #"{"_0":5}"#, #"{"_0":[1]}"#,
    ])
    func whatIsNotAsTillWritesItIsNoFact(_ stored: String) {
        #expect(Self.fact("payment.sending", stored) == nil)
    }

    /// Most milliseconds are no finite binary fraction of a second. In an earlier version each of those was a
    /// millisecond early, because it was truncated.
    @Test func everyMillisecondIsToldAsItself() throws {
        for millisecond in 0..<1_000 {
            let told = try #require(
                Self.fact("payment.intended", #"{"startedAt":\#(1_795_420_760_000 + millisecond)}"#))
            let digits = String(1_000 + millisecond).dropFirst()
            #expect(String(decoding: told, as: UTF8.self) == #"{"started_at":"2026-11-23T07:59:20.\#(digits)Z"}"#)
        }
    }

    @Test(arguments: [(63, true), (64, false)]) func nothingIsNestedWithoutEnd(_ depth: Int, _ isFact: Bool) {
        let lists = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let stored = #"{"a":\#(lists),"b":1}"#
        #expect(Self.fact("test.kind", stored).map { String(decoding: $0, as: UTF8.self) } == (isFact ? stored : nil))
    }

    /// What is at the depth that is not read may be anything.
    @Test func whatIsNotReadIsNoFact() {
        let stored = String(repeating: "[", count: 63) + "," + String(repeating: "]", count: 63)
        #expect(Self.fact("test.kind", #"{"a":\#(stored),"b":1}"#) == nil)
    }

    private static func fact(_ kind: String, _ stored: String) -> [UInt8]? {
        JournalView.fact(
            of: JournalEntry(
                sequence: 3, at: Date(timeIntervalSince1970: 1_795_420_760), payment: PaymentID(rawValue: "pay-1"),
                kind: kind, payload: Data(stored.utf8), previousHash: Data(), hash: Data([0xAB, 0x01])))
    }
}
