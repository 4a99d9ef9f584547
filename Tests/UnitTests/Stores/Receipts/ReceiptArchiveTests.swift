import Failures
import Flow
import Foundation
import Hardware
import Model
import Storage
import StorageInMemory
import Testing

@testable import Payments
@testable import Stores

/// Which receipt a reference means, and what is known of its prints.
@Suite struct ReceiptArchiveTests {
    private let world = VirtualWorld(seed: 1)
    private let storage: MemoryStorage
    private let archive: ReceiptArchive
    private static let off = Failure(PrinterFailure.offline, "The printer is off.", recovery: .askOperator)

    init() {
        let world = world
        storage = MemoryStorage { world.now }
        archive = ReceiptArchive(environment: world.environment, storage: storage, merchantProfile: .test)
    }

    private static func receipt(
        _ id: String, _ copy: ReceiptCopy = .customer, of payment: String = "pay-1", order: String? = "1042",
        kind: TransactionKind = .payment, result: Receipt.Verdict = .approved, text: String = "Paid"
    ) -> Receipt {
        Receipt(
            id: ReceiptID(rawValue: id), copy: copy, merchant: MerchantProfile.test.merchant,
            payment: PaymentID(rawValue: payment), orderNumber: order, issuedAt: Date(timeIntervalSince1970: 0),
            utcOffset: 0, lines: [], taxes: [], total: .sample, tip: nil,
            card: .terminalText(lines: [PrintedLine(text)], result: result), footer: [], language: "en", kind: kind)
    }

    private func insert(_ receipts: Receipt...) throws {
        try storage.write { for receipt in receipts { try $0.insert(receipt, createdAt: world.now) } }
    }

    private func withdraw(_ id: String) throws {
        try storage.write { _ = try $0.withdraw(receipt: ReceiptID(rawValue: id), at: world.now) }
    }

    private func find(_ name: String, _ copy: ReceiptCopy? = nil) throws(Failure) -> String {
        try archive.find(ReceiptReference(name, copy: copy)).id.rawValue
    }

    // MARK: What became of a receipt

    /// A print: its state, when it was begun, and whether its process was stopped.
    private typealias Print = (state: PrintState, begun: Int?, isCutOff: Bool)

    private static func listed(_ prints: [Print], isWithdrawn: Bool = false) -> ListedReceipt {
        let time = Date(timeIntervalSince1970: 0)
        let document = receipt("rcp-1")
        return ListedReceipt(
            receipt: StoredReceipt(
                id: document.id, payment: document.payment, orderNumber: nil, copy: .customer, document: document,
                printCount: 0, createdAt: time, withdrawnAt: isWithdrawn ? time : nil),
            prints: prints.enumerated().map { place, print in
                PrintJob(
                    id: PrintJobID(rawValue: Int64(place + 1)), receipt: document.id, copy: .customer, mark: .original,
                    printer: "test:printer", state: print.state,
                    failureCode: print.isCutOff ? PrintJob.cutOff.rawValue : nil, failureSentence: nil, createdAt: time,
                    startedAt: print.begun.map { time + TimeInterval($0) }, finishedAt: nil)
            })
    }

    /// The print that was begun last tells, whichever was asked for last.
    @Test func whatBecameOfAReceiptIsToldByItsLastPrint() {
        let (waiting, printing): (Print, Print) = ((.pending, nil, false), (.printing, 1, false))
        let (unknown, cutOff): (Print, Print) = ((.unknown, 1, false), (.unknown, 1, true))
        let cases: [([Print], ListedReceipt.State)] = [
            ([], .notPrinted), ([(.failed, 1, false)], .notPrinted), ([(.voided, nil, false)], .notPrinted),
            ([(.confirmed, 1, false)], .printed), ([(.probably, 1, false)], .printed), ([unknown], .unknown),
            ([cutOff], .cutOff), ([(.confirmed, 2, false), unknown], .printed),
            ([unknown, (.confirmed, 0, false)], .unknown), ([unknown, (.confirmed, 1, false)], .printed),
            ([(.confirmed, 1, false), unknown], .unknown),
            ([cutOff, (.failed, 2, false)], .cutOff), ([cutOff, waiting], .waiting), ([waiting, printing], .printing),
        ]
        for (prints, state) in cases {
            #expect(Self.listed(prints).state == state, "\(prints)")
            #expect(Self.listed(prints, isWithdrawn: true).state == .withdrawn)
        }
    }

    // MARK: Names

    @Test func anIdNamesItsOwnCopyOrTheOtherOfItsPayment() throws {
        try insert(
            Self.receipt("rcp-1"), Self.receipt("rcp-2", .merchant), Self.receipt("rcp-3", of: "pay-2", order: "7"),
            Self.receipt("rcp-4", .merchant, of: "pay-2", order: "7"))
        #expect(try find("rcp-1") == "rcp-1" && find("rcp-2") == "rcp-2")
        #expect(try find("rcp-1", .customer) == "rcp-1" && find("rcp-1", .merchant) == "rcp-2")
        #expect(try find("rcp-2", .customer) == "rcp-1")
    }

    @Test func anOrdersNumberAndLastNameTheNewestCustomersReceipt() throws {
        try insert(
            Self.receipt("rcp-1"), Self.receipt("rcp-2", .merchant), Self.receipt("rcp-3", of: "pay-2"),
            Self.receipt("rcp-4", .merchant, of: "pay-2"), Self.receipt("rcp-5", of: "pay-3", order: "7"))
        #expect(try find("1042") == "rcp-3" && find("1042", .merchant) == "rcp-4")
        #expect(try find("last") == "rcp-5" && find("last", .merchant) == "rcp-4")
        #expect(try find("7") == "rcp-5")
    }

    @Test func anOrderThatWasMadeHereIsFoundByTheShopsNumberOnceThatIsKnown() throws {
        let (site, order) = try storage.write { transaction in
            let shop = try RememberedShop.remember(
                address: "https://a.example", home: "https://a.example", name: "A", user: "anna", in: transaction)
            return (shop.site, try transaction.addLocalOrder(site: shop.site, request: "request-1"))
        }
        try insert(
            Self.receipt("rcp-1", order: order.localNumber), Self.receipt("rcp-2", .merchant, order: order.localNumber))
        #expect(throws: Failure.noReceipt("1043")) { try find("1043") }
        try storage.write { try $0.setShopID(OrderID(rawValue: 1043), ofLocal: order) }
        #expect(try find("1043") == "rcp-1" && find("1043", .merchant) == "rcp-2" && findSale("1043") == "rcp-1")
        #expect(try find(order.localNumber) == "rcp-1")
        #expect(throws: Failure.noReceipt("1044")) { try find("1044") }

        // The number that the shop prints is not always the order's id.
        let told = Order(
            site: site, id: order, number: "A-17", status: .processing, currency: .eur, lines: [], adjustments: [],
            taxes: [], total: .sample, customer: nil)
        try storage.write { try $0.save([told], fetchedAt: world.now) }
        #expect(try find("A-17") == "rcp-1")
        world.advance(by: .seconds(1))
        try insert(Self.receipt("rcp-3", of: "ref-1", order: "A-17", kind: .refund))
        #expect(try find("A-17") == "rcp-3" && findSale("A-17") == "rcp-1", "the newest of both numbers")
    }

    @Test func whatIsNotThereIsSaidByItsName() {
        for name in ["last", "1042", "rcp-1"] {
            #expect(throws: Failure.noReceipt(name)) { try find(name) }
            #expect(throws: Failure.noReceipt(name)) {
                try archive.findAnywhere(ReceiptReference(name))
            }
        }
    }

    @Test func aWithdrawnReceiptIsRefusedByItsIdAndNamesTheOneThatStands() throws {
        try insert(Self.receipt("rcp-1"), Self.receipt("rcp-2", .merchant))
        try withdraw("rcp-1")
        try insert(Self.receipt("rcp-3"))
        let failure = #expect(throws: Failure.self) { try find("rcp-1") }
        #expect(failure?.code == "receipt.withdrawn" && failure?.remedy?.contains("rcp-3") == true)
        #expect(try find("1042") == "rcp-3")
        // The merchant's copy of the withdrawn receipt belongs to the withdrawn settlement of the payment.
        try withdraw("rcp-2")
        let other = #expect(throws: Failure.self) { try find("rcp-1", .merchant) }
        #expect(other?.code == "receipt.withdrawn" && other?.remedy?.contains("till why pay-1") == true)
    }

    /// An older receipt would belong to another payment.
    @Test func whereTheNewestReceiptWasWithdrawnNoOlderOneIsTaken() throws {
        try insert(Self.receipt("rcp-1"), Self.receipt("rcp-2", of: "pay-2"))
        try withdraw("rcp-2")
        for name in ["last", "1042"] {
            let failure = #expect(throws: Failure.self) { try find(name) }
            #expect(failure?.code == "receipt.withdrawn" && failure?.sentence.contains("rcp-2") == true)
        }
    }

    // MARK: Sales

    private func findSale(_ name: String, _ copy: ReceiptCopy? = nil) throws -> String {
        try archive.findSale(ReceiptReference(name, copy: copy)).id.rawValue
    }

    @Test func ofAnOrderTheReceiptOfItsSaleIsSent() throws {
        try insert(
            Self.receipt("rcp-1"), Self.receipt("rcp-2", .merchant),
            Self.receipt("rcp-3", of: "ref-1", kind: .refund),
            Self.receipt("rcp-4", of: "pay-2", result: .declined))
        #expect(try findSale("1042") == "rcp-1" && findSale("1042", .merchant) == "rcp-2")
        #expect(try findSale("rcp-3") == "rcp-3", "an id means that receipt")
        #expect(try findSale("last") == "rcp-4")
    }

    @Test func anOrderWithoutASaleHasItsNewestReceipt() throws {
        try insert(
            Self.receipt("rcp-1", result: .declined), Self.receipt("rcp-2", of: "pay-2", result: .cancelled))
        #expect(try findSale("1042") == "rcp-2")
        try insert(Self.receipt("rcp-3", of: "pay-3"))
        try withdraw("rcp-3")
        #expect(throws: Failure.self) { try findSale("1042") }
    }

    // MARK: Prepended text

    @Test func aReceiptIsStoredAsItIsAndOnce() throws {
        let stored = try archive.save(Self.receipt("rcp-1"), at: world.now)
        #expect(stored.document == Self.receipt("rcp-1") && stored.createdAt == world.now)
        #expect(throws: Failure.self) { try archive.save(Self.receipt("rcp-1"), at: world.now) }
    }

    @Test func aReceiptWithCardDataIsNotStored() throws {
        let failure = #expect(throws: Failure.self) {
            try archive.save(Self.receipt("rcp-1", text: "4111111111111111"), at: world.now)
        }
        #expect(failure?.code == "receipt.cardData")
        #expect(try storage.read { try $0.receipts(limit: 9) }.isEmpty)
    }

    // MARK: Prints

    private func enqueue(_ id: String, on printer: String = "test:home") throws -> PrintJob {
        try storage.write { try $0.enqueuePrint(receipt: ReceiptID(rawValue: id), printer: printer, at: world.now) }
    }

    private func finish(_ job: PrintJob, _ end: PrintEnd) throws {
        try storage.write {
            _ = try $0.claimPrint(id: job.id, at: world.now)
            try $0.finishPrint(id: job.id, as: end, at: world.now)
        }
        world.advance(by: .seconds(1))
    }

    private func state(_ id: String) throws -> ListedReceipt.State? {
        try archive.newest(9).receipts.first { $0.receipt.id.rawValue == id }?.state
    }

    @Test func theStateOfAReceiptIsThatOfItsNewestPrint() throws {
        try insert(Self.receipt("rcp-1"))
        #expect(try state("rcp-1") == .notPrinted)
        let first = try enqueue("rcp-1")
        #expect(try state("rcp-1") == .waiting)
        try storage.write { _ = try $0.claimPrint(id: first.id, at: world.now) }
        #expect(try state("rcp-1") == .printing)
        try storage.write { try $0.finishPrint(id: first.id, as: .unknown(Self.off), at: world.now) }
        #expect(try state("rcp-1") == .unknown)
        world.advance(by: .seconds(1))
        try finish(try enqueue("rcp-1"), .unknown(.interrupted))
        #expect(try state("rcp-1") == .cutOff)
        // No byte of a failed print was sent.
        try finish(try enqueue("rcp-1"), .failed(Self.off))
        #expect(try state("rcp-1") == .cutOff)
        try finish(try enqueue("rcp-1"), .probably)
        #expect(try state("rcp-1") == .printed)
        try withdraw("rcp-1")
        #expect(try state("rcp-1") == .withdrawn)
    }

    @Test func aReceiptOfWhichEveryPrintFailedWasNotPrinted() throws {
        try insert(Self.receipt("rcp-1"))
        try finish(try enqueue("rcp-1"), .failed(Self.off))
        #expect(try state("rcp-1") == .notPrinted)
    }

    @Test func thePrintsOfAPaymentAreThoseOfItsReceiptsThatStand() throws {
        try insert(Self.receipt("rcp-1"), Self.receipt("rcp-2", .merchant), Self.receipt("rcp-3", of: "pay-2"))
        let jobs = try ["rcp-2", "rcp-1", "rcp-3"].map { try enqueue($0) }
        let told = try archive.prints(of: PaymentID(rawValue: "pay-1"))
        #expect(told.map(\.job.id) == [jobs[1].id, jobs[0].id], "the customer's first")
        #expect(try archive.prints(ReceiptReference("rcp-3")).map(\.job.id) == [jobs[2].id])
        try withdraw("rcp-1")
        #expect(try archive.prints(of: PaymentID(rawValue: "pay-1")).map(\.job.receipt.rawValue) == ["rcp-2"])
        #expect(try archive.prints(ReceiptReference("rcp-1")).count == 1, "its paper may exist")
    }

    /// Only the last move counts, and only while the print is still there.
    @Test func whyAPrintIsElsewhereIsTold() throws {
        let (home, office) = (
            DeviceAddress(scheme: "test", path: "home"), DeviceAddress(scheme: "test", path: "office")
        )
        try insert(Self.receipt("rcp-1"), Self.receipt("rcp-2", .merchant))
        let moved = try enqueue("rcp-1", on: home.description)
        let back = try enqueue("rcp-2", on: home.description)
        try storage.write { transaction in
            try transaction.movePrint(id: moved.id, to: office.description)
            for job in [moved, back] {
                try transaction.append(
                    kind: "receipt.moved", payment: PaymentID(rawValue: "pay-1"),
                    encoding: MoveFact(job, to: office, because: Self.off))
            }
        }
        let told = try archive.prints(of: PaymentID(rawValue: "pay-1"))
        #expect(told.map(\.move?.from) == [home.description, nil])
        #expect(told.first?.move?.because == Self.off)
    }
}
