import Flow
import Foundation
import Model
import Simulator
import Storage
import StorageInMemory
import Testing

@testable import Payments
@testable import Stores

/// Finished years are moved into an archive, and everything that refers to them stays true.
@Suite struct JournalArchiveTests {
    private let folder: String
    private let kiosk: VirtualKiosk
    private let storage: StorageManager
    private let locks = ProcessDeviceLocks()
    private var file: String { folder + "/archive.sqlite" }

    init() throws {
        var template = Array("/tmp/till-archive-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
        let path = String(cString: made)
        folder = path
        kiosk = try VirtualKiosk(TerminalScenario()) { world throws(StorageError) in
            try StorageManager(directory: path, environment: world.environment)
        }
        storage = try #require(kiosk.storage as? StorageManager)
        try storage.enrol(kiosk.world.environment)
    }

    private func clear() {
        kiosk.end()
        try? storage.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func till() throws -> VirtualTill { try kiosk.startTill(locks: locks) }

    /// A paid order, a key, a refund of a part, a reservation that was booked, a declined card, and its end of day.
    private func day(_ till: VirtualTill) throws -> PaymentID {
        let payment = try #require(till.pay(order: 1042, key: "key-1")).get().payment
        _ = till.giveBack(.refund(of: payment, .euros(100)))
        let reserved = try #require(till.reserve(order: 1043)).get().payment
        _ = till.take(.book(reserved, .all))
        kiosk.changeTerminal { $0.outcomes = [.decline] }
        _ = till.take(.amount(.euros(700)), key: "key-declined")
        kiosk.changeTerminal { _ in }
        finish(till)
        return payment
    }

    private func finish(_ till: VirtualTill) {
        _ = till.printPending()
        _ = till.endDay()
        _ = till.printPending()
        _ = till.ask { OutboxAction.deliver($0) }
        kiosk.world.advance(by: .seconds(60))
    }

    private func archiving(_ age: Int = 0) -> JournalArchiving {
        JournalArchiving(
            storage: storage, directory: folder, locks: locks, environment: kiosk.world.environment,
            leastAgeDays: age, keptTransactions: 0)
    }

    private func request(withOpenDays: Bool = false) -> ArchiveRequest {
        ArchiveRequest(before: kiosk.world.now, file: file, withOpenDays: withOpenDays, by: "Anna")
    }

    private func verification() throws -> JournalVerification { try JournalAudit.run(storage) }

    private func archive() throws -> ArchiveVerification {
        try ArchiveVerification.run(
            file: file, kept: [], publicKey: nil, replays: true, journal: storage,
            environment: kiosk.world.environment)
    }

    /// A finished day, and a later day whose end of day is the last one.
    private func archivedDay() throws -> (till: VirtualTill, payment: PaymentID, later: PaymentID) {
        let till = try till()
        let payment = try day(till)
        let later = try #require(till.take(.amount(.euros(300)))).get().payment
        _ = till.printPending()
        _ = try archiving().run(request())
        return (till, payment, later)
    }

    @Test func bothPartsVerifyAndAreLinked() throws {
        defer { clear() }
        let (_, payment, later) = try archivedDay()
        let found = try verification()
        #expect(found.differences == [] && found.isIntact)
        #expect(found.archives.map(\.condition) == [.unchanged])
        let archived = try archive()
        #expect(archived.found.differences == [] && archived.isIntact && archived.link == .continued)
        #expect(archived.label.payments == 5)
        #expect(try storage.read { try $0.payment(id: payment)?.archive } == 1)
        #expect(try storage.read { try $0.payment(id: later)?.archive } == nil, "it came after the last end of day")
    }

    /// Old receipts were dropped before their payments were archived: the fact that tells it is in neither's half alone.
    @Test func bothPartsVerifyAfterReceiptsWereDropped() throws {
        defer { clear() }
        let till = try till()
        _ = try day(till)
        var retention = Retention(deliveredNews: nil, cachedOrders: nil, receipts: 400)
        (retention.fewestReceiptOwners, retention.newestReceipts) = (1, 1)
        retention.apply(to: storage, now: kiosk.world.now + 401 * 86_400)
        #expect(try verification().isIntact)
        _ = try #require(till.take(.amount(.euros(300)))).get()
        _ = till.printPending()
        _ = try archiving().run(request())
        let (found, archived) = (try verification(), try archive())
        #expect(found.differences == [] && found.isIntact)
        #expect(archived.found.differences == [] && archived.isIntact && archived.link == .continued)
    }

    @Test func anArchivedKeyChargesNeverAgain() throws {
        defer { clear() }
        let (till, payment, _) = try archivedDay()
        for isThere in [true, false] {
            if !isThere { unlink(file) }
            let booked = kiosk.requests
            let again = try #require(till.pay(order: 1042, key: "key-1")).get()
            #expect(again.payment == payment && again.wasKnown && again.outcome.word == "approved", "\(isThere)")
            #expect(again.amount == .euros(1150))
            let declined = try #require(till.take(.amount(.euros(700)), key: "key-declined")).get()
            #expect(declined.wasKnown && declined.outcome.word == "declined")
            #expect(till.take(.amount(.euros(700)), key: "key-1")?.failure?.code == "payment.keyConflict")
            #expect(till.pay(order: 1042)?.failure?.code == "order.alreadyPaid")
            #expect(kiosk.requests == booked, "nothing was sent")
        }
    }

    @Test func nothingIsGivenBackOfAnArchivedPayment() throws {
        defer { clear() }
        let (till, payment, _) = try archivedDay()
        let booked = kiosk.requests
        for what in [PaymentRequest.GiveBack.refund(of: payment, .euros(1)), .reversal(of: payment)] {
            let failure = try #require(till.giveBack(what)?.failure)
            #expect(failure.code == "payment.archived" && failure.sentence.contains("archive.sqlite"), "\(failure)")
        }
        #expect(kiosk.requests == booked)
    }

    @Test func anArchivedPaymentIsExplainedAndItsReceiptShown() throws {
        defer { clear() }
        let (till, payment, _) = try archivedDay()
        let told = try #require(till.ask { JournalAction.explainPayment(reference: "\(payment)", $0) }).get()
        #expect(told.archive == "archive.sqlite" && !told.facts.isEmpty && told.givenBack.count == 1)
        let shown = try #require(till.ask { ReceiptAction.loadReceipt(ReceiptReference("1042"), $0) }).get()
        #expect(shown.orderNumber == "1042" && told.history.intent.payment == payment)
        let reprint = till.ask { PrintSpoolAction.reprint(ReceiptReference("1042"), printer: .paper, $0) }
        #expect(reprint?.failure?.code == "receipt.archived")
        unlink(file)
        let gone = till.ask { JournalAction.explainPayment(reference: "\(payment)", $0) }
        #expect(gone?.failure?.code == "payment.archived")
    }

    /// Whoever reads it must not take the payment for one that was not charged.
    @Test func ofAPaymentWhoseArchiveIsMissingTheAmountAndTheOutcomeAreTold() throws {
        defer { clear() }
        let (till, payment, _) = try archivedDay()
        let record = try #require(try kiosk.storage.read { try $0.payment(id: payment) })
        unlink(file)
        let gone = till.ask { JournalAction.explainPayment(reference: "\(payment)", $0) }
        let failure = try #require(gone?.failure)
        #expect(failure.sentence.contains(record.amount.formatted()), "\(failure)")
        #expect(failure.sentence.contains("approved"), "\(failure)")
        #expect(!failure.sentence.contains("Nothing was sent"), "\(failure)")
    }

    @Test func theTillGoesOnAndTheNextEndOfDayHolds() throws {
        defer { clear() }
        let (till, _, _) = try archivedDay()
        let next = try #require(till.take(.amount(.euros(400)))).get()
        #expect(next.outcome.word == "approved")
        let day = try #require(till.endDay()).get()
        #expect(day.reconciliation.verdict == .agrees, "\(day.reconciliation.differences)")
        #expect(day.reconciliation.journalCount == 2)
        #expect(try verification().isIntact)
    }

    @Test func successiveArchivesBeginWhereTheOneBeforeEnded() throws {
        defer { clear() }
        let (till, _, later) = try archivedDay()
        _ = till.take(.amount(.euros(400)))
        finish(till)
        var request = request()
        request.file = folder + "/second.sqlite"
        let second = try archiving().run(request)
        #expect(second.archive.number == 2 && second.plan.start == second.archive.first - 1)
        #expect(try storage.read { try $0.payment(id: later)?.archive } == 2)
        let found = try verification()
        #expect(found.isIntact && found.archives.count == 2, "\(found.differences)")
        #expect(try archive().isIntact, "the first one still is what the journal says of it")
    }

    // MARK: What stays

    @Test func whatIsUnfinishedStaysWithAllAfterIt() throws {
        defer { clear() }
        let till = try till()
        _ = try day(till)
        let reserved = try #require(till.take(.reserve(.amount(.euros(900))))).get().payment
        let first = try #require(try storage.read { try $0.journalEntries(payment: reserved) }.first?.sequence)
        finish(till)
        let plan = try archiving().plan(request())
        #expect(plan.through < first && plan.through > 0)
        #expect(plan.holds.contains { $0.reason == .reserved && $0.id == reserved.rawValue }, "\(plan.holds)")
        for hold in plan.holds { #expect(!hold.sentence(in: .en).isEmpty && !hold.sentence(in: .de).isEmpty) }
    }

    @Test func receiptsAndNewsThatWaitStay() throws {
        defer { clear() }
        let till = try till()
        _ = try #require(till.pay(order: 1042)).get()
        _ = till.endDay()
        let plan = try archiving().plan(request())
        #expect(Set(plan.holds.map(\.reason)).isSuperset(of: [.notPrinted, .notDelivered]), "\(plan.holds)")
        #expect(plan.through == 1, "all but the enrolment")
        do {
            _ = try archiving().run(request())
            Issue.record("a file with nothing in it")
        } catch { #expect(error.code == "archive.nothing" && error.remedy != nil) }
    }

    @Test func aDayThatNobodyEndedStaysUnlessSomebodySaysSo() throws {
        defer { clear() }
        let till = try till()
        let payment = try #require(till.take(.amount(.euros(300)))).get().payment
        _ = till.printPending()
        let plan = try archiving().plan(request())
        #expect(plan.holds.map(\.reason) == [.openDay] && plan.holds.first?.id == payment.rawValue)
        #expect(try archiving().plan(request(withOpenDays: true)).holds == [])
    }

    @Test func youngEntriesStay() throws {
        defer { clear() }
        let till = try till()
        _ = try day(till)
        #expect(throws: Failure.self) { try archiving(400).plan(request()) }
        do { _ = try archiving(400).run(request()) } catch {
            #expect(error.code == "archive.tooRecent")
        }
    }

    @Test func whatDoesNotVerifyIsNotMoved() throws {
        defer { clear() }
        let till = try till()
        _ = try day(till)
        let later = till.take(.amount(.euros(300)))
        #expect(later != nil)
        finish(till)
        try kiosk.tamper("UPDATE payments SET amount_minor = 99900 WHERE kind = 'refund'")
        do {
            _ = try archiving().run(request())
            Issue.record("moved")
        } catch { #expect(error.code == "journal.contradicted") }
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(try storage.read { try $0.archives() } == [])
    }

    @Test func whatARunThatWasStoppedHasLeftIsCleared() throws {
        defer { clear() }
        let till = try till()
        _ = try day(till)
        _ = till.take(.amount(.euros(300)))
        finish(till)
        // A complete archive that the journal does not mention, and half of another.
        let plan = try archiving().plan(request())
        let draft = try storage.draftArchive(
            of: ArchiveExtent(through: plan.through, days: plan.days, before: kiosk.world.now), in: file,
            environment: kiosk.world.environment)
        #expect(rename(draft.unfinished, file) == 0)
        try Data("half".utf8).write(to: URL(filePath: folder + "/archive-2020-01-01.sqlite.new"))
        let report = try archiving().run(request())
        #expect(report.cleared.sorted() == [folder + "/archive-2020-01-01.sqlite.new", file].sorted())
        #expect(try archive().isIntact && verification().isIntact)
        do {
            _ = try archiving().run(request())
            Issue.record("an archive that the journal names was replaced")
        } catch { #expect(error.code == "archive.nothing") }
    }

    @Test func aHeadThatIsInAnArchiveIsFoundThere() throws {
        defer { clear() }
        let till = try till()
        _ = try day(till)
        let early = try storage.read { try $0.journalEntries(from: 3, limit: 1) }[0]
        _ = till.take(.amount(.euros(300)))
        finish(till)
        _ = try archiving().run(request())
        let kept = KeptHead(sequence: 3, hash: Array(early.hash.prefix(8)))
        let forged = KeptHead(sequence: 3, hash: [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(try JournalAudit.run(storage, kept: [kept, KeptHead(sequence: nil, hash: Array(early.hash))]).isIntact)
        #expect(try !JournalAudit.run(storage, kept: [forged]).isIntact)
        unlink(file)
        let away = try JournalAudit.run(storage, kept: [kept])
        #expect(away.differences.contains { $0.sentence.contains("which is not there") }, "\(away.differences)")
    }

    @Test func anArchiveOfAnotherJournalIsNotContinued() throws {
        defer { clear() }
        _ = try archivedDay()
        try FileManager.default.moveItem(atPath: file, toPath: folder + "/moved.sqlite")
        let queue = try #require(try? Data(contentsOf: URL(filePath: folder + "/moved.sqlite")))
        try (queue + Data([0])).write(to: URL(filePath: file))
        let found = try archive()
        #expect(found.link == .broken && !found.isIntact)
        #expect(try !verification().isIntact, "the journal names it, too")
    }

    /// Archiving is refused while a payment runs, because the payment would have to wait for the database.
    @Test func aPaymentThatRunsKeepsEverythingWhereItIs() throws {
        defer { clear() }
        let till = try till()
        _ = try day(till)
        _ = till.take(.amount(.euros(300)))
        finish(till)
        kiosk.changeTerminal { $0.silence = .afterCommand }
        let doubt = till.take(.amount(.euros(500)), giveUpAfter: .seconds(5))
        let address = try #require(
            try storage.read { try $0.unsettledPayments() }.first?.terminalAddress, "\(doubt as Any)")
        let claim = try locks.claim(address)
        do {
            _ = try archiving().run(request())
            Issue.record("moved")
        } catch { #expect(error.code == "archive.inUse") }
        claim?.release()
        #expect(try storage.read { try $0.archives() } == [])
    }
}
