import Failures
import Flow
import Foundation
import GRDB
import Model
import Testing

@testable import Storage

@Suite struct PrintTests {
    private let storage: StorageManager
    private let receipt = ReceiptID(rawValue: "rcp-1")
    private let printer = "serial:/dev/ttyUSB1"
    private let off = Failure(PrinterFailure.offline, "The printer is off.", recovery: .askOperator)

    init() throws {
        storage = try StorageManager.inMemory()
        try storage.write {
            try $0.insert(Sample.payment())
            try $0.insert(Sample.receipt(), createdAt: Sample.time)
        }
    }

    @Test func aReceiptIsReadAsItWasWritten() throws {
        let stored = try #require(try storage.read { try $0.receipt(id: receipt) })
        #expect(stored.document == Sample.receipt())
        #expect(stored.createdAt == Sample.time)
        #expect(stored.printCount == 0)
    }

    @Test func receiptsAreFoundByPaymentOrderAndAge() throws {
        try storage.write { try $0.insert(Sample.receipt("rcp-2", copy: .merchant), createdAt: Sample.later) }
        try storage.read { reader throws in
            #expect(try reader.receipts(payment: PaymentID(rawValue: "pay-1")).map(\.copy) == [.customer, .merchant])
            #expect(try reader.receipts(orderNumber: "1042").map(\.id.rawValue) == ["rcp-2", "rcp-1"])
            #expect(try reader.receipts(orderNumber: "1").isEmpty)
            #expect(try reader.latestReceipt(copy: nil)?.id.rawValue == "rcp-2")
            #expect(try reader.latestReceipt(copy: .customer)?.id.rawValue == "rcp-1")
            #expect(try reader.receipts(limit: 1).map(\.id.rawValue) == ["rcp-2"])
        }
    }

    @Test(arguments: ["rcp-1", "rcp-2"])
    func oneCopyOfAPaymentIsArchivedOnce(id: String) throws {
        #expect(throws: StorageError.conflict(.id("rcp-1"))) {
            try storage.write { try $0.insert(Sample.receipt(id), createdAt: Sample.time) }
        }
    }

    @Test func theFirstPrintIsUnmarkedAndEachFurtherOneIsNumbered() throws {
        var marks: [PrintMark] = []
        for _ in 0..<3 { marks.append(try print(as: .confirmed).mark) }
        #expect(marks == [.original, .duplicate(1, at: Sample.later), .duplicate(2, at: Sample.later)])
        #expect(try storage.read { try $0.begunPrints(receipt: receipt) } == 3)
        #expect(try storage.read { try $0.receipt(id: receipt) }?.printCount == 3)
    }

    @Test func aPrintOfWhichNothingLeftDoesNotCount() throws {
        #expect(try print(as: .failed(off)).mark == .original)
        #expect(try storage.read { try $0.begunPrints(receipt: receipt) } == 0)
        #expect(try print(as: .probably).mark == .original)
    }

    @Test func aPrintOfWhichSomethingLeftMakesTheNextADuplicate() throws {
        #expect(try print(as: .unknown(off)).mark == .original)
        #expect(try print(as: .confirmed).mark == .duplicate(1, at: Sample.later))
    }

    @Test func aPrintThatWasOnlyBegunMakesTheNextADuplicate() throws {
        let first = try enqueue()
        try storage.write { try $0.claimPrint(id: first.id, at: Sample.time) }
        #expect(try print(as: .confirmed).mark == .duplicate(1, at: Sample.later))
    }

    @Test func whicheverOfTwoQueuedPrintsIsClaimedFirstIsTheOriginal() throws {
        let jobs = [try enqueue(), try enqueue()]
        #expect(jobs.map(\.mark) == [.original, .duplicate(1, at: Sample.time)])
        let second = try storage.write { try $0.claimPrint(id: jobs[1].id, at: Sample.later) }
        let first = try storage.write { try $0.claimPrint(id: jobs[0].id, at: Sample.later) }
        #expect(second.mark == .original)
        #expect(first.mark == .duplicate(1, at: Sample.later))
    }

    @Test func aFailedPrintThatIsQueuedAgainGetsItsMarkAnew() throws {
        let failed = try print(as: .failed(off))
        #expect(try print(as: .confirmed).mark == .original)
        try storage.write { try $0.requeuePrint(id: failed.id) }
        #expect(
            try storage.write { try $0.claimPrint(id: failed.id, at: Sample.later) }.mark
                == .duplicate(1, at: Sample.later))
    }

    @Test func aPrintIsClaimedOnce() throws {
        let job = try enqueue()
        try storage.write { try $0.claimPrint(id: job.id, at: Sample.later) }
        #expect(throws: StorageError.conflict(.printState(job.id, .printing))) {
            try storage.write { try $0.claimPrint(id: job.id, at: Sample.later) }
        }
    }

    @Test func onlyAClaimedPrintCanEnd() throws {
        let job = try enqueue()
        #expect(throws: StorageError.conflict(.printState(job.id, .pending))) {
            try storage.write { try $0.finishPrint(id: job.id, as: .confirmed, at: Sample.later) }
        }
    }

    @Test func aPrintKeepsWhyItFailedAndWhen() throws {
        let job = try print(as: .unknown(off))
        let stored = try #require(try storage.read { try $0.printJob(id: job.id) })
        #expect(stored.state == .unknown)
        #expect(stored.failureCode == "printer.offline")
        #expect(stored.failureSentence == "The printer is off.")
        #expect(stored.startedAt == Sample.later)
        #expect(stored.finishedAt == Sample.later)
    }

    @Test func whatWaitsIsInTheOrderOfTheQueue() throws {
        let jobs = [try enqueue(), try enqueue(on: "file:/tmp/p"), try enqueue()]
        try storage.read { reader throws in
            #expect(try reader.pendingPrintJobs(printer: nil).map(\.id) == jobs.map(\.id))
            #expect(try reader.pendingPrintJobs(printer: printer).map(\.id) == [jobs[0].id, jobs[2].id])
        }
    }

    @Test func whatWasBegunAndNeverEndedIsFoundAgain() throws {
        let jobs = [try enqueue(), try enqueue()]
        try storage.write { try $0.claimPrint(id: jobs[0].id, at: Sample.time) }
        #expect(try storage.read { try $0.interruptedPrintJobs(printer: printer) }.map(\.id) == [jobs[0].id])
        #expect(try storage.read { try $0.interruptedPrintJobs(printer: "other") }.isEmpty)
    }

    @Test func aPrinterIsTheSameWhateverOptionsItsAddressHas() throws {
        let jobs = [try enqueue(on: printer + "?profile=pos-5890"), try enqueue(on: printer + "?baud=38400")]
        try storage.write { try $0.claimPrint(id: jobs[1].id, at: Sample.time) }
        try storage.read { reader throws in
            #expect(try reader.pendingPrintJobs(printer: printer).map(\.id) == [jobs[0].id])
            #expect(try reader.pendingPrintJobs(printer: printer + "?baud=9600").map(\.id) == [jobs[0].id])
            #expect(try reader.interruptedPrintJobs(printer: printer).map(\.id) == [jobs[1].id])
            #expect(try reader.pendingPrintJobs(printer: "serial:/dev/ttyUSB2?profile=pos-5890").isEmpty)
        }
    }

    @Test func anyPrintOfWhichNobodyKnowsIsDoubtfulUntilItIsPrintedAgain() throws {
        let job = try print(as: .unknown(off))
        #expect(try storage.read { try $0.doubtfulPrintJobs() }.map(\.id) == [job.id])
        _ = try print(as: .confirmed)
        #expect(try storage.read { try $0.doubtfulPrintJobs() }.isEmpty)
    }

    /// An old receipt is dropped only when nobody has to do anything about its paper.
    @Test(
        arguments: [
            ([], true), ([.confirmed], true), ([.probably], true), ([.voided], true), ([.pending], false),
            ([.printing], false), ([.failed], false), ([.unknown], false), ([.failed, .confirmed], true),
            ([.unknown, .probably], true), ([.confirmed, .failed], false), ([.probably, .unknown], false),
            ([.failed, .voided], false), ([.unknown, .voided, .confirmed], true),
            ([.failed, .confirmed, .voided], true), ([.failed, .confirmed, .failed], false),
            ([.pending, .confirmed], false), ([.printing, .probably], false), ([.confirmed, .pending], false),
            ([.confirmed, .confirmed], true),
        ] as [([PrintState], Bool)])
    func aReceiptIsDoneWithOnceItsLastPaperCameOut(_ prints: [PrintState], _ isDone: Bool) {
        #expect(prints.leaveNothingToDo == isDone)
    }

    @Test func aReceiptThatDoesNotExistCannotBePrinted() throws {
        #expect(throws: StorageError.missing(.receipt, id: "rcp-9")) {
            try storage.write {
                try $0.enqueuePrint(receipt: ReceiptID(rawValue: "rcp-9"), printer: printer, at: Sample.time)
            }
        }
    }

    /// Even if the code forgets its check, the database refuses a second unmarked print.
    @Test func theSchemaRefusesASecondUnmarkedPrint() throws {
        _ = try print(as: .probably)
        #expect(throws: DatabaseError.self) {
            try storage.database.write {
                try $0.execute(
                    sql: """
                        INSERT INTO print_jobs (receipt, copy, printer, state, created_at)
                        VALUES ('rcp-1', 'customer', 'p', 'printing', 0)
                        """)
            }
        }
    }

    private func enqueue(on printer: String? = nil) throws -> PrintJob {
        try storage.write {
            try $0.enqueuePrint(receipt: receipt, printer: printer ?? self.printer, at: Sample.time)
        }
    }

    private func print(as end: PrintEnd) throws -> PrintJob {
        let job = try enqueue()
        return try storage.write {
            let claimed = try $0.claimPrint(id: job.id, at: Sample.later)
            try $0.finishPrint(id: job.id, as: end, at: Sample.later)
            return claimed
        }
    }
}
