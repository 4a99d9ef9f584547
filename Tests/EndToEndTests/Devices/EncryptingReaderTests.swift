import Foundation
import Glibc
import Simulator
import Testing

/// A kiosk of real processes with an encrypting reader: the reader on a pseudo terminal, the acquirer's book on disk.
@Suite struct EncryptingReaderTests {
    struct Expectation: Sendable, CustomTestStringConvertible {
        let scenario: AcquiringScenario.Shipped
        let exit: Int32
        var charges = 0
        var pages = 0
        var isInDoubt = false
        var testDescription: String { scenario.rawValue }
    }

    static let all = [
        Expectation(scenario: .approve, exit: 0, charges: 1, pages: 2),
        Expectation(scenario: .decline, exit: 3, pages: 1),
        Expectation(scenario: .cardUnreadable, exit: 3, pages: 1),
        Expectation(scenario: .notEncrypting, exit: 75),
        Expectation(scenario: .cablePull, exit: 75),
        Expectation(scenario: .cableGone, exit: 75),
        Expectation(scenario: .noise, exit: 0, charges: 1, pages: 2),
        Expectation(scenario: .lateEvent, exit: 0, charges: 1, pages: 2),
        Expectation(scenario: .acquirerAnswerLost, exit: 0, charges: 1, pages: 2),
        Expectation(scenario: .acquirerGone, exit: 5, isInDoubt: true),
        Expectation(scenario: .reversalRefused, exit: 5, charges: 1, isInDoubt: true),
    ]

    @Test(arguments: all) func aPaymentEndsAsTheBookSays(_ expected: Expectation) async throws {
        try await Kiosk.run { kiosk in
            let payment = try await kiosk.payEncrypted(expected.scenario)
            #expect(payment.code == expected.exit, "\(payment)")
            let book = try kiosk.acquirersBook()
            #expect(book.standingCharges.count == expected.charges, "\(book.entries)")
            #expect(try kiosk.pages().count == expected.pages, "\(payment)")
            #expect(try await kiosk.order().isPaid == (expected.charges == 1 && !expected.isInDoubt))
            #expect(try await kiosk.why().final == !expected.isInDoubt)
            try kiosk.expectNoCardData(payment)
        }
    }

    @Test(arguments: ["S1", "S2", "S3", "S4", "S5-received", "S5", "S6", "S8", "S9"])
    func aTillThatIsKilledAnywhereChargesOnce(_ step: String) async throws {
        try await Kiosk.run { kiosk in
            let killed = try await kiosk.payEncrypted(.approve, environment: ["TILL_TEST_KILL_AT": step])
            #expect(killed.code != 0, "\(killed)")
            let paid = try await kiosk.payEncrypted(.approve)
            #expect([0, 8].contains(paid.code), "\(paid)")
            #expect(try kiosk.acquirersBook().standingCharges.count == 1)
            #expect(try await kiosk.order().isPaid)
            try kiosk.expectNoCardData(paid)
        }
    }

    @Test(arguments: [AcquiringScenario.Shipped.approve, .cablePull, .lateEvent])
    func aPaymentGoesOverHID(_ scenario: AcquiringScenario.Shipped) async throws {
        try await Kiosk.run(on: .usb) { kiosk in
            _ = try await kiosk.usb().add(reader: scenario.rawValue)
            try await kiosk.startPrinter()
            let payment = try await kiosk.till(
                "pay", "--order", "1042", "--reader",
                USBBed.reader + "&protocol=neo2&acquirer=simulated&scenario=\(scenario.rawValue)", "--printer",
                kiosk.printer)
            let isPaid = scenario != .cablePull
            #expect(payment.code == (isPaid ? 0 : 75), "\(payment)")
            #expect(try kiosk.acquirersBook().standingCharges.count == (isPaid ? 1 : 0))
            try kiosk.expectNoCardData(payment)
        }
    }

    @Test func theDemonstrationWorksWithAnEncryptingReader() async throws {
        try await Kiosk.run { kiosk in
            let demo = try await kiosk.till("demo", "--out", kiosk.path("out"), "--reader", "neo2")
            #expect(demo.code == 0, "\(demo)")
            #expect(demo.output.contains("************0010"), "\(demo)")
            #expect(PNG.isPicture(kiosk.path("out/receipt-customer.png")))
            try kiosk.expectNoCardData(demo)
        }
    }

    @Test(arguments: [
        ("serial:/dev/null?protocol=neo3&acquirer=simulated", "reader.badProtocol"),
        ("serial:/dev/null?protocol=neo2", "reader.noAcquirer"),
        ("serial:/dev/null?protocol=neo2&acquirer=bank", "acquirer.unknown"),
    ])
    func anAddressThatIsWrongSaysWhatWouldBeRight(_ address: String, _ code: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startPrinter()
            let refused = try await kiosk.till(
                "pay", "--order", "1042", "--reader", address, "--printer", kiosk.printer)
            #expect(refused.code != 0)
            #expect(refused.errors.contains(code), "\(refused)")
        }
    }
}

extension Kiosk {
    /// Pays with a reader and an acquirer that play the scenario.
    fileprivate func payEncrypted(
        _ scenario: AcquiringScenario.Shipped, environment: [String: String] = [:]
    ) async throws -> Ending {
        let link = path("neo2")
        let reader = try start("till-sim", ["neo2", "--pty", link, "--scenario", scenario.rawValue])
        try await reader.says("reader ready")
        let printer = try await startPrinter()
        let payment = try await startTill(
            [
                "pay", "--order", "1042", "--reader",
                "serial:\(link)?protocol=neo2&acquirer=simulated&scenario=\(scenario.rawValue)", "--printer",
                self.printer, "--give-up-after", "5",
            ], environment: environment
        ).end()
        for child in [reader, printer] {
            child.send(SIGTERM)
            try await child.end()
        }
        return payment
    }

    fileprivate func acquirersBook() throws -> TerminalJournal {
        try TerminalJournal(contentsOf: data + "/simulated-acquirer/" + TerminalJournalFile.name)
    }

    /// Neither the card's number nor what the reader encrypted is in any file of the till or in its output.
    fileprivate func expectNoCardData(_ ending: Ending) throws {
        let secrets = Self.secrets
        var looked = 0
        for file in FileManager.default.enumerator(atPath: data)?.compactMap({ $0 as? String }) ?? [] {
            guard let bytes = FileManager.default.contents(atPath: data + "/" + file) else { continue }
            looked += 1
            for secret in secrets { #expect(bytes.range(of: secret) == nil, "\(file) holds card data") }
        }
        #expect(looked > 1, "nothing was looked at")
        let said = Data((ending.output + ending.errors).utf8)
        for secret in secrets { #expect(said.range(of: secret) == nil, "the till says card data") }
    }

    /// The secrets as bytes, as hexadecimal digits of either case, as Base64, and as a list of decimal numbers.
    private static let secrets: [Data] = [SimulatedCard.number, SimulatedCard.sealedNumber].flatMap { secret in
        let hex = secret.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return [
            Data(secret), Data(hex.utf8), Data(hex.uppercased().utf8), Data(Data(secret).base64EncodedString().utf8),
            Data(secret.map(String.init).joined(separator: ",").utf8),
            Data(secret.map(String.init).joined(separator: ", ").utf8),
        ]
    }
}
