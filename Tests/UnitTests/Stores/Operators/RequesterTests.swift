import Flow
import Foundation
import Hardware
import Model
import Testing

@testable import Payments
@testable import Storage
@testable import Stores

/// Who asked for an act: in the facts, and in what is told of them.
@Suite struct RequesterTests {
    private static let anna = Requester(caller: "token kiosk-7", operatorID: "opr-1", operatorName: "Anna")

    private func written(_ fact: some Encodable) throws -> String {
        String(decoding: try StoredJSON.data(fact), as: UTF8.self)
    }

    /// Journals of earlier releases are replayed byte for byte.
    @Test func aFactOfNobodyIsWrittenAsBefore() throws {
        let withdrew = PaymentEvent.operatorWithdrew(words: "mistyped", operatorName: "operator")
        #expect(try written(withdrew) == #"{"operatorWithdrew":{"operatorName":"operator","words":"mistyped"}}"#)
        let evidence = OperatorEvidence(.notBooked(newestReceipt: 7), words: "read", operatorName: "operator")
        #expect(try !written(evidence).contains("by"))
        let day = EndOfDayEvidence(.notEnded, words: "read", operatorName: "operator")
        #expect(try !written(day).contains("by"))
    }

    @Test func aFactOfAnEarlierReleaseIsReadAsNobodys() throws {
        let json = #"{"operatorWithdrew":{"operatorName":"operator","words":"mistyped"}}"#
        let read = try StoredJSON.value(PaymentEvent.self, from: json)
        #expect(read == .operatorWithdrew(words: "mistyped", operatorName: "operator", by: nil))
    }

    @Test func aFactHasWhoAskedAndIsReadAgain() throws {
        let withdrew = PaymentEvent.operatorWithdrew(words: "mistyped", operatorName: "operator", by: Self.anna)
        let json = try written(withdrew)
        #expect(json.contains(#""by":{"caller":"token kiosk-7","operatorID":"opr-1","operatorName":"Anna"}"#))
        #expect(try StoredJSON.value(PaymentEvent.self, from: json) == withdrew)
    }

    @Test func anExplanationNamesWhoAsked() {
        let event = PaymentEvent.operatorWithdrew(words: "mistyped", operatorName: "operator", by: Self.anna)
        let fact = PaymentExplanation.Fact(
            sequence: 1, at: .distantPast, kind: event.kind, told: .event(event, .payment))
        #expect(fact.by == Self.anna)
        #expect(fact.text(in: .en).hasSuffix(" (Anna, token kiosk-7)"), "\(fact.text(in: .en))")
    }

    @Test func whoHasEnteredNoPINIsNamedByTheCallerAlone() {
        #expect("\(Requester(caller: "user anna"))" == "user anna")
    }
}
