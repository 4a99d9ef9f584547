import Foundation
import Hardware
import Model
import Testing

@testable import Payments
@testable import Storage

/// A device's codes in journals: a number of ZVT, as since the first version, or the name of a reason.
@Suite struct StoredCodesTests {
    /// Rows in the form of Till 0.1.0.
    static let older: [(row: String, event: PaymentEvent)] = [
        (#"{"refused":{"code":131}}"#, .refused(code: DeviceCode(.notPossible, number: 0x83))),
        (#"{"aborted":{"code":108}}"#, .aborted(code: DeviceCode(.cancelled, number: 0x6C))),
        (#"{"aborted":{}}"#, .aborted(code: nil)),
        (
            #"{"settled":{"_0":{"declined":{"code":5,"text":"Abgelehnt"}}}}"#,
            .settled(.declined(code: DeviceCode(.declined, number: 5), text: "Abgelehnt"))
        ),
        (
            #"{"settled":{"_0":{"cancelled":{"code":108}}}}"#,
            .settled(.cancelled(code: DeviceCode(.cancelled, number: 0x6C)))
        ),
        (
            #"{"result":{"_0":{"receiptNumber":17,"resultCode":240},"answer":"stored"}}"#,
            .result(
                {
                    var result = TransactionResult(resultCode: DeviceCode(.endOfDayNeeded, number: 0xF0))
                    result.receiptNumber = 17
                    return result
                }(), answer: .stored)
        ),
        (
            #"{"evidence":{"_0":{"nothing":{"code":131}},"_1":{"notBooked":{}}}}"#,
            .evidence(.nothing(code: DeviceCode(.notPossible, number: 0x83)), .notBooked)
        ),
    ]

    @Test(arguments: older)
    func aRowOfAnOlderJournalIsReadWithItsReason(row: String, event: PaymentEvent) throws {
        let read = try StoredJSON.value(PaymentEvent.self, from: row)
        #expect(read == event)
        #expect(read.reason == event.reason)
        #expect(try StoredJSON.text(event) == row, "what is written now is what 0.1.0 wrote")
    }

    @Test func aCodeThatNoTableExplainsIsReadAllTheSame() throws {
        #expect(try StoredJSON.value(PaymentEvent.self, from: #"{"refused":{"code":170}}"#).reason == .unexplained)
        #expect(try StoredJSON.value(PaymentEvent.self, from: #"{"refused":{"code":47}}"#).reason == .refusedByHost)
    }

    @Test(arguments: DeviceReason.allCases)
    func aDeviceWithoutNumbersIsStoredByTheNameOfTheReason(_ reason: DeviceReason) throws {
        let stored = try StoredJSON.text(PaymentEvent.refused(code: DeviceCode(reason)))
        #expect(stored == #"{"refused":{"code":"\#(reason.rawValue)"}}"#)
        let read = try StoredJSON.value(PaymentEvent.self, from: stored)
        #expect(read.reason == reason)
        guard case .refused(let code) = read else { return #expect(Bool(false)) }
        #expect(code.number == nil && !code.named(in: .de).isEmpty)
    }

    @Test(arguments: [
        #"{"refused":{"code":256}}"#, #"{"refused":{"code":"no such reason"}}"#, #"{"refused":{"code":-1}}"#,
    ])
    func whatIsNoCodeIsAnError(_ row: String) {
        #expect(throws: (any Error).self) { try StoredJSON.value(PaymentEvent.self, from: row) }
    }
}

extension PaymentEvent {
    /// The reason that the event has, in any of its fields.
    fileprivate var reason: DeviceReason? {
        switch self {
        case .refused(let code), .settled(.declined(let code, _)), .settled(.cancelled(let code)): code.reason
        case .aborted(let code), .evidence(.nothing(let code), _): code?.reason
        case .result(let result, _): result.resultCode.reason
        default: nil
        }
    }
}
