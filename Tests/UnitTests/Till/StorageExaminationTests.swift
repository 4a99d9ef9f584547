import Failures
import Flow
import Foundation
import Model
import Storage
import struct Payments.EndOfDayID
import struct Payments.EndOfDayIntent
import struct Payments.TerminalName
import Testing

@testable import Till

@Suite struct StorageExaminationTests {
    private func directory(_ spoil: @escaping (inout DirectoryFacts) -> Void) throws -> Finding {
        try Machine.trouble { spoil(&$0.directory) }
    }

    private func storage(_ spoil: (inout OpenStorageFacts) -> Void) -> [Finding] {
        var storage = Machine.storage
        spoil(&storage)
        return Machine.troubles { $0.storage = .open(storage) }
    }

    private func payment(_ stage: PaymentStage, on terminal: String = Machine.terminal.description) -> PaymentRecord {
        PaymentRecord(
            id: PaymentID(rawValue: "pay-1"), fingerprint: "", site: .embedded, order: nil,
            amount: Money(minorUnits: 1150, currency: .eur), terminalAddress: terminal, stage: stage, language: "en",
            createdAt: Machine.now, updatedAt: Machine.now)
    }

    // MARK: The key

    @Test func theKeyThatSignsIsTold() {
        let missing = storage { $0.signing.enrolled = "f00d" }
        #expect(missing.map(\.code) == ["journal.key"] && missing.first?.severity == .warning)
        #expect(missing.first?.sentence.contains("f00d") == true)
        let unusable = storage {
            $0.signing.failure = Failure(JournalFailure.key, "It is gone.", recovery: .askOperator)
        }
        #expect(unusable.map(\.code) == ["journal.key"] && unusable.first?.severity == .stops)
        let fine = storage { ($0.signing.enrolled, $0.signing.configured) = ("f00d", "f00d") }
        #expect(fine.isEmpty)
    }

    // MARK: The directory and its disk

    @Test func aDiskThatIsMountedReadOnlyStops() throws {
        let found = try directory {
            $0.mount = DirectoryFacts.Mount(point: "/data", type: "ext4", isReadOnly: true)
            $0.isWritable = false
        }
        #expect(found.code == "disk.readOnly")
        #expect(found.remedy == "sudo mount -o remount,rw /data")
    }

    @Test func aDirectoryOfSomeoneElseStops() throws {
        let found = try directory { $0.isWritable = false }
        #expect(found.code == "directory.notWritable")
        #expect(found.severity == .stops)
        #expect(found.remedy?.contains("chown kiosk /var/lib/till") == true)
    }

    @Test func aDirectoryThatAnybodyMayWriteToStops() throws {
        let found = try directory { $0.mode = 0o777 }
        #expect(found.code == "directory.othersWrite" && found.severity == .stops)
        #expect(found.remedy?.hasPrefix("chmod 700 /var/lib/till") == true)
    }

    @Test func aFileOfSomeoneElseStops() throws {
        let found = try directory { $0.closed = ["/var/lib/till/locks"] }
        #expect(found.code == "directory.notWritable")
        #expect(found.sentence == "kiosk may not write to /var/lib/till/locks.")
        #expect(found.remedy == "sudo chown -R kiosk /var/lib/till")
    }

    @Test func whatThisUserOwnsIsOpenedByItsModeAndGivenToNobody() throws {
        let closed = try directory { ($0.isWritable, $0.isOwn, $0.mode) = (false, true, 0o500) }
        #expect(closed.code == "directory.notWritable" && closed.remedy == "chmod u+rwx /var/lib/till")
        let file = try directory { ($0.closed, $0.isOwn) = (["/var/lib/till/till.sqlite"], true) }
        #expect(file.code == "directory.notWritable" && file.remedy == "chmod -R u+rwX /var/lib/till")
    }

    @Test(arguments: ["nfs4", "cifs", "9p", "fuse.sshfs"])
    func aDiskOfAnotherMachineStops(type: String) throws {
        let found = try directory { $0.mount = DirectoryFacts.Mount(point: "/n", type: type, isReadOnly: false) }
        #expect(found.code == "disk.remote")
        #expect(found.severity == .stops)
    }

    @Test func aDirectoryInMemoryWarns() throws {
        let found = try directory { $0.mount = DirectoryFacts.Mount(point: "/", type: "tmpfs", isReadOnly: false) }
        #expect(found.code == "disk.volatile")
        #expect(found.severity == .warning)
    }

    @Test func aFullDiskStops() throws {
        let found = try directory { $0.freeBytes = StorageManager.leastFreeBytes - 1 }
        #expect(found.code == "disk.full")
        #expect(found.severity == .stops)
    }

    @Test func aDirectoryThatOthersLookIntoWarns() throws {
        let found = try directory { $0.mode = 0o755 }
        #expect(found.code == "directory.open")
        #expect(found.remedy == "chmod 700 /var/lib/till")
    }

    @Test func aFileThatOthersReadWarns() throws {
        let found = try directory { $0.exposed = ["/var/lib/till/till.sqlite"] }
        #expect(found.remedy == "chmod 600 /var/lib/till/till.sqlite")
    }

    // MARK: The database

    @Test func aDatabaseThatCannotBeOpenedStops() throws {
        let found = try Machine.trouble {
            $0.storage = .failed(StorageError.newerVersion(schema: "99", release: nil).failure)
        }
        #expect(found.code == "storage.newerVersion")
        #expect(found.severity == .stops)
        #expect(found.remedy != nil)
    }

    @Test func aDatabaseThatTheNextCommandBringsUpToDateOnlyWarns() throws {
        let found = try Machine.trouble { $0.storage = .failed(StorageError.olderVersion.failure) }
        #expect(found.severity == .warning)
        #expect(found.remedy?.contains("till whoami") == true)
    }

    @Test(arguments: [("delete", 2, true), ("wal", 1, true), ("wal", 2, false)])
    func settingsThatLoseWhatWasWrittenStop(mode: String, synchronous: Int, foreignKeys: Bool) {
        let troubles = storage {
            $0.settings = DatabaseSettings(
                journalMode: mode, synchronous: synchronous, foreignKeys: foreignKeys, schema: "1")
        }
        #expect(troubles.map(\.code) == ["database.settings"])
        #expect(troubles.map(\.severity) == [.stops])
    }

    @Test func aDamagedDatabaseStops() {
        let troubles = storage { $0.integrity = .failed(StorageError.corrupt(reason: "page 3").failure) }
        #expect(troubles.map(\.code) == ["storage.corrupt"])
    }

    @Test func aBrokenChainStopsAndNamesTheEntry() {
        let troubles = storage { $0.chain = .broken(7, "the hash differs") }
        #expect(troubles.map(\.code) == ["journal.broken"])
        #expect(troubles.first?.sentence.contains("entry 7") == true)
    }

    @Test func whatIsTooLargeToLookThroughIsSaidToBe() {
        let troubles = storage {
            $0.integrity = nil
            $0.chain = nil
        }
        #expect(troubles.map(\.code) == ["journal"])
        #expect(troubles.map(\.severity) == [.notAsked])
    }

    @Test(arguments: [PaymentStage.sending, .resulted, .settled])
    func aPaymentInDoubtStopsAndIsNamed(stage: PaymentStage) {
        let troubles = storage { $0.doubts = [payment(stage)] }
        #expect(troubles.map(\.code) == ["payment.inDoubt"])
        #expect(troubles.map(\.severity) == [.stops])
        #expect(troubles.first?.remedy?.contains("till why pay-1") == true)
    }

    /// A payment goes to the usual terminal, which owes nothing: what another owes keeps nobody from paying.
    @Test func aPaymentInDoubtOnAnotherTerminalOnlyWarnsAndSaysHowToReachIt() {
        let troubles = storage { $0.doubts = [payment(.sending, on: "serial:/tmp/old-pty")] }
        #expect(troubles.map(\.severity) == [.warning])
        #expect(troubles.first?.remedy?.contains("at serial:/tmp/old-pty: till resolve pay-1") == true)
    }

    @Test func anEndOfDayThatWasCutOffWarnsAndSaysHowToFindOut() {
        let intent = EndOfDayIntent(
            id: EndOfDayID(rawValue: "eod-1"), terminal: TerminalName(address: Machine.terminal, id: nil),
            language: "en",
            startedAt: Machine.now)
        let troubles = storage { $0.openDays = [intent] }
        #expect(troubles.map(\.code) == ["endOfDay.open"] && troubles.map(\.severity) == [.warning])
        #expect(troubles.first?.remedy?.contains("till end-of-day --reader") == true)
    }

    @Test func aTerminalIsTheSameWhateverSpeedItWasNamedWith() {
        let troubles = storage { $0.doubts = [payment(.sending, on: "\(Machine.terminal)?baud=115200")] }
        #expect(troubles.map(\.severity) == [.stops])
    }

    @Test(arguments: [PaymentStage.intended, .completed, .aborted])
    func whatTheJournalSettlesAloneIsInNoDoubt(stage: PaymentStage) {
        #expect(storage { $0.doubts = [payment(stage)] } == [])
    }

    @Test func aPaymentThatRunsIsInNoDoubtYet() {
        var storage = Machine.storage
        storage.doubts = [payment(.sending, on: Machine.terminal.description)]
        let troubles = Machine.troubles {
            $0.storage = .open(storage)
            $0.devices[0] = Machine.device(.terminal, .claimed)
        }
        #expect(troubles.map(\.code) == ["reader.inUse"])
    }

    @Test func aTillThatNobodyIsSignedInAtStops() {
        let signedOut = Failure(
            AccountFailure.signedOut, "Nobody is signed in.", remedy: "run `till login`", recovery: .askOperator)
        let troubles = storage { $0.account = signedOut }
        #expect(troubles.map(\.code) == ["account.signedOut"])
        #expect(troubles.first?.remedy == "run `till login`")
    }

    // MARK: Size and growth

    @Test func theSizeAndItsGrowthAreTold() throws {
        let found = storage { $0.size = StorageSize(bytes: 1_577_082_880, payments: 111_111, paymentsADay: 500) }
        #expect(found.isEmpty, "no trouble")
        var facts = Machine.storage
        facts.size = StorageSize(bytes: 1_577_082_880, payments: 111_111, paymentsADay: 500)
        var machine = Machine.sound
        machine.storage = .open(facts)
        let told = Examination(facts: machine).findings.first { $0.code == "size" }
        #expect(
            told?.sentence
                == "till.sqlite has 1.6 GB, 14.2 kB for each of 111111 payments; it grows by 2.6 GB a year at the pace of the"
                + " newest.")
    }

    @Test func aDiskThatIsSoonFullIsAWarning() {
        let found = Machine.troubles {
            var storage = Machine.storage
            storage.size = StorageSize(bytes: 1_000_000_000, payments: 100_000, paymentsADay: 1_000)
            $0.storage = .open(storage)
            $0.directory.freeBytes = 600_000_000
        }
        #expect(found.map(\.code) == ["disk.filling"] && found.first?.severity == .warning)
        #expect(found.first?.sentence.hasSuffix("The disk is full in 60 days.") == true)
    }

    @Test func ofALongJournalTheNewestEntriesAreHeldAgainstTheirHashes() throws {
        var facts = Machine.storage
        facts.chain = .intact(1_000_000, newest: 2_000)
        var machine = Machine.sound
        machine.storage = .open(facts)
        let told = Examination(facts: machine).findings.first { $0.code == "journal" }
        #expect(told?.sentence == "1000000 entries, the newest 2000 intact; till journal verify reads all.")
    }
}
