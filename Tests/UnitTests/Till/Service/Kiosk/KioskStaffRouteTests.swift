import Failures
import Flow
import Foundation
import Model
import Networking
import Payments
import Simulator
import Storage
import Stores
import Testing

@testable import Service

/// The staff at the kiosk's page, on a till in virtual time.
@Suite struct KioskStaffRouteTests {
    private let kiosk: StaffedKiosk
    private var till: VirtualServedTill { kiosk.till }

    init() throws { kiosk = try StaffedKiosk() }

    private func screen() throws -> JSONValue { try kiosk.screen() }
    private func act(_ act: String, _ value: String? = nil) throws { try kiosk.act(act, value) }
    private func enter() throws { try kiosk.enter() }
    private func pay() throws { try kiosk.pay() }

    private func type(_ number: String) throws {
        for digit in number { try act("digit", String(digit)) }
        try act("submit")
    }

    /// A payment that was cut off while the terminal was at work on it, long ago.
    private func fallIntoDoubt() throws -> PaymentID {
        try act("begin")
        try act("find")
        for digit in "1042" { try act("digit", String(digit)) }
        try act("submit")
        try act("pay")
        till.kiosk.terminal.switchOff()
        till.kiosk.world.advance(by: .seconds(400))
        let payments = try till.storage.read { try $0.recentPayments(limit: 9) }
        let payment = try #require(payments.first)
        #expect(payments.count == 1 && payment.isOpen)
        return payment.id
    }

    @Test func aDoubtIsSettledByTheTerminalsJournalWithTheOperatorsName() throws {
        let payment = try fallIntoDoubt()
        try enter()
        try act("open", "doubts")
        #expect(try screen()["rows"]?.list?.first?["id"]?.text == payment.rawValue)
        try act("doubt", payment.rawValue)
        let look = try screen()
        #expect(look["step"] == "look" && look["final"] == false)
        try act("answer", "paper")
        try act("answer", "not_booked")
        try type("0")
        try act("type", "Printed journal")
        try act("submit")
        let entries = try screen()["entries"]?.list ?? []
        #expect(entries.first { $0["step"] == "newest" }?["value"] == "0")
        #expect(entries.first { $0["step"] == "words" }?["value"] == "Printed journal")
        try act("confirm")
        till.kiosk.world.advance(by: .seconds(5))
        let settled = try screen()
        #expect(settled["final"] == true && settled["code"] == .null, "\(settled)")
        let record = try #require(try till.storage.read { try $0.payment(id: payment) })
        guard case .notCharged? = record.outcome else {
            Issue.record("\(String(describing: record.outcome))")
            return
        }
        let till = till
        let explanation = try till.kiosk.world.finish { () async throws(Failure) in
            try await till.ask { JournalAction.explainPayment(reference: payment.rawValue, $0) }
        }
        #expect(explanation.facts.contains { $0.by?.operatorName == "Anna" && $0.kind == "payment.operatorSettled" })
    }

    /// The payment is settled as not booked, and its page is open.
    private func settleAndOpen() throws -> PaymentID {
        let payment = try fallIntoDoubt()
        try enter()
        try act("open", "doubts")
        try act("doubt", payment.rawValue)
        try act("answer", "paper")
        try act("answer", "not_booked")
        try type("0")
        try act("type", "Printed journal")
        try act("submit")
        try act("confirm")
        till.kiosk.world.advance(by: .seconds(5))
        #expect(try screen()["final"] == true)
        try act("back")
        try act("back")
        try act("open", "payments")
        try act("payment", payment.rawValue)
        return payment
    }

    private func facts(_ payment: PaymentID) throws -> [PaymentExplanation.Fact] {
        let till = till
        return try till.kiosk.world.finish { () async throws(Failure) in
            try await till.ask { JournalAction.explainPayment(reference: payment.rawValue, $0) }
        }.facts
    }

    @Test func aWrongStatementIsWithdrawnAtTheKioskWithTheOperatorsName() throws {
        let payment = try settleAndOpen()
        #expect(try screen()["can"]?["withdraw"] == true)
        try act("settlement", payment.rawValue)
        let look = try screen()
        #expect(look["name"] == "operator_settlement" && look["step"] == "look" && look["gone"] == false)
        #expect(look["said"]?.text?.contains("Printed journal") == true, "\(look)")
        #expect(look["said"]?.text?.contains("Anna") == true && look["known"]?.text?.isEmpty == false)
        #expect(look["why"]?.list?.isEmpty == false && look["answers"]?.list == ["withdraw"])
        try act("answer", "withdraw")
        try act("type", "Read on another terminal")
        try act("submit")
        let last = try screen()
        #expect(last["step"] == "confirm" && last["statement"] == "withdrawn")
        #expect(last["said"] == look["said"] && last["known"] == look["known"], "all is shown before it is confirmed")
        #expect(last["entries"]?.list?.first?["value"] == "Read on another terminal")
        #expect(try till.storage.read { try $0.payment(id: payment) }?.isOpen == false, "nothing is done before")
        try act("confirm")
        till.kiosk.world.advance(by: .seconds(5))
        let after = try screen()
        #expect(after["name"] == "operator_payment" && after["can"]?["withdraw"] == false, "\(after)")
        #expect(try till.storage.read { try $0.payment(id: payment) }?.isOpen == true, "it is in doubt again")
        let fact = try #require(try facts(payment).first { $0.kind == "payment.operatorWithdrew" })
        #expect(fact.by?.operatorName == "Anna")
        #expect(fact.text(in: .en).contains("Read on another terminal"))
    }

    @Test func aWithdrawalThatIsRefusedKeepsWhatWasTyped() throws {
        let payment = try settleAndOpen()
        try act("settlement", payment.rawValue)
        try act("answer", "withdraw")
        try act("type", "Read on another terminal")
        try act("submit")
        // Somebody else is faster.
        let till = till
        _ = try till.kiosk.world.finish { () async throws(Failure) in
            try await till.ask { CardPresentPaymentsAction.withdrawSettlement(payment, words: "mistyped", $0) }
        }
        try act("confirm")
        till.kiosk.world.advance(by: .seconds(5))
        let refused = try screen()
        #expect(refused["code"] == "settlement.notOperators" && refused["step"] == "confirm", "\(refused)")
        #expect(refused["problem"]?["text"]?.text?.isEmpty == false)
        #expect(refused["entries"]?.list?.first?["value"] == "Read on another terminal")
        #expect(try facts(payment).count { $0.kind == "payment.operatorWithdrew" } == 1)
    }

    @Test func whatNoPersonSaidIsNotWithdrawn() throws {
        let payment = try fallIntoDoubt()
        try enter()
        try act("open", "payments")
        try act("payment", payment.rawValue)
        #expect(try screen()["can"]?["withdraw"] == false)
        try act("settlement", payment.rawValue)
        let look = try screen()
        #expect(look["gone"] == true && look["answers"]?.list?.isEmpty == true && look["said"] == .null)
    }

    @Test func aStatementThatContradictsTheTerminalIsRefusedAndKept() throws {
        let payment = try fallIntoDoubt()
        try enter()
        try act("open", "doubts")
        try act("doubt", payment.rawValue)
        try act("answer", "paper")
        try act("answer", "booked")
        try type("43")
        try type("118")
        try type("999")
        try act("submit")
        try act("confirm")
        till.kiosk.world.advance(by: .seconds(5))
        let refused = try screen()
        #expect(refused["code"] == "settlement.otherAmount", "\(refused)")
        #expect(refused["problem"]?["text"]?.text?.isEmpty == false)
        #expect(refused["problem"]?["remedy"]?.text?.isEmpty == false)
        #expect(refused["step"] == "confirm")
        #expect(refused["entries"]?.list?.first { $0["step"] == "amount" }?["value"] == 999)
        #expect(try till.storage.read { try $0.payment(id: payment) }?.isOpen == true)
    }

    @Test func anEntryWithoutAReceiptNumberIsSettledByItsTrace() throws {
        let payment = try fallIntoDoubt()
        try enter()
        try act("open", "doubts")
        try act("doubt", payment.rawValue)
        try act("answer", "paper")
        try act("answer", "booked")
        for number in ["0", "118", "1150"] { try type(number) }
        try act("type", "Printed journal")
        try act("submit")
        try act("confirm")
        till.kiosk.world.advance(by: .seconds(5))
        let settled = try screen()
        #expect(settled["final"] == true && settled["code"] == .null, "\(settled)")
        let record = try #require(try till.storage.read { try $0.payment(id: payment) })
        #expect(record.isApproved && record.result?.trace == 118 && record.result?.receiptNumber == nil)
    }

    @Test func thePaymentsOfTheDayHaveWordsForWhatBecameOfThem() throws {
        let payment = try fallIntoDoubt()
        try enter()
        try act("open", "payments")
        let row = try #require(try screen()["rows"]?.list?.first)
        #expect(row["id"]?.text == payment.rawValue && row["reader"] == "counter")
        #expect(KioskOutcome(rawValue: row["outcome"]?.text ?? "") != nil, "\(row)")
    }

    @Test func theEndOfDayHasTheThreeBooks() throws {
        try enter()
        try act("open", "day")
        #expect(try screen()["terminals"]?.list?.first?["state"] == "open")
        try act("end", "counter")
        till.kiosk.world.advance(by: .seconds(60))
        let day = try screen()
        let report = try #require(day["reports"]?.list?.first, "\(day)")
        #expect(report["name"] == "counter" && report["verdict"]?.text?.isEmpty == false)
        #expect(report["rows"]?.list?.first?["of"] == "total")
    }

    @Test func theSettingsNameTheDevices() throws {
        try enter()
        try act("open", "settings")
        let rows = try screen()["rows"]?.list ?? []
        let values = rows.compactMap { $0["value"]?.text }
        #expect(values.contains("counter") && values.contains("receipts") && !values.contains("usual"), "\(values)")
    }

    @Test func theJournalNamesTheOperatorWhoOpensADrawer() throws {
        try enter()
        try act("open", "devices")
        till.kiosk.world.advance(by: .seconds(5))
        try act("drawer", "receipts")
        till.kiosk.world.advance(by: .seconds(5))
        let opening = try #require(
            try till.storage.read { try $0.journalEntries(kind: "drawer.opened", limit: 9) }.first)
        #expect(String(decoding: opening.payload, as: UTF8.self).contains("Anna"))
    }

    /// Nothing for a printer is sent to a terminal, and no original is printed beside the terminal's.
    @Test func sumupIOSSDK190_whatStaffHavePrintedComesOutOfTheTillsPrinter() throws {
        till.terminalsPrint.withLock { $0 = true }
        try pay()
        let payment = try #require(try till.storage.read { try $0.recentPayments(limit: 1) }.first).id
        try enter()
        try act("open", "payments")
        try act("payment", payment.rawValue)
        try act("reprint")
        #expect(till.kiosk.printer.paper.count == 1)
        try act("reverse")
        till.kiosk.world.advance(by: .seconds(60))
        let reversal = try #require(try till.storage.read { try $0.recentPayments(limit: 1) }.first)
        #expect(reversal.kind == .reversal && reversal.isApproved, "\(reversal)")
        let jobs = try till.storage.read { reader in
            try reader.receipts(payment: reversal.id).flatMap { try reader.printJobs(receipt: $0.id) }
        }
        #expect(jobs.allSatisfy { $0.printer == till.kiosk.terminal.address.description } && !jobs.isEmpty)
        #expect(till.kiosk.printer.paper.count == 1)
    }

    @Test func aReceiptThatWaitsIsWaivedByName() throws {
        let till = till
        try pay()
        #expect(try screen()["name"] == "receipt")
        let receipt = try #require(
            try till.storage.read { reader in
                try reader.receipts(limit: 9).first { $0.copy == .customer }
            })
        let offline = Failure(
            PrinterFailure.offline, Sentence(stored: "The printer is off."), recovery: .askOperator)
        try till.kiosk.world.finish { () async throws(Failure) in
            try await till.ask {
                PrintSpoolAction.noteUnprinted(
                    ReceiptReference(receipt.id.rawValue), printer: MemoryPrinter.address, because: offline, $0)
            }
        }
        try enter()
        try act("open", "receipts")
        let row = try #require(try screen()["waiting"]?.list?.first)
        #expect(row["id"]?.text == receipt.id.rawValue && row["can_waive"] == true && row["state"] == "failed")
        try act("waive", receipt.id.rawValue)
        #expect(try screen()["waiting"]?.list?.isEmpty == true)
        let facts = try till.storage.read { try $0.journalEntries(payment: receipt.payment) }
        #expect(facts.contains { $0.kind == WaiverFact.kind })
    }
}
