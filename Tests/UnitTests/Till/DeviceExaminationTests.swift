import Failures
import Flow
import Hardware
import Model
import Storage
import struct Payments.ClockDeviation
import struct Payments.StoredProfile
import Testing
import Transports

@testable import Till

@Suite struct DeviceExaminationTests {
    private func reader(_ state: DeviceFacts.State, isUsual: Bool = true) throws -> Finding {
        try Machine.trouble { $0.devices[0] = Machine.device(.terminal, state, isUsual: isUsual) }
    }

    private func printer(_ status: PrinterStatus) -> [Finding] {
        Machine.troubles { $0.devices[1] = Machine.device(.printer, .open(.printer(status))) }
    }

    private func permission(_ access: LineAccess?, user: UserFacts? = nil) throws -> Finding {
        let failure = Failure(LineFailure.permission, "Permission denied on /dev/ttyUSB0.", recovery: .askOperator)
        return try Machine.trouble {
            if let user { $0.user = user }
            $0.devices[0] = Machine.device(.terminal, .obstacle(failure, access: access, holder: nil))
        }
    }

    private func busy(_ holder: LineHolder?) throws -> Finding {
        try reader(
            .obstacle(
                Failure(LineFailure.busy, "It is in use.", remedy: "end that program", recovery: .askOperator),
                access: nil,
                holder: holder))
    }

    // MARK: Its id

    @Test func twoTerminalsWithOneIDAreAFinding() throws {
        let finding = try Machine.trouble { facts in
            let state = DeviceFacts.State.open(.terminal(TerminalState(terminalID: "29001234")))
            facts.devices[0] = Machine.device(.terminal, state)
            facts.devices[0].terminalID = "29001234"
            var other = DeviceFacts(
                kind: .terminal, name: "back", address: DeviceAddress(scheme: "tcp", path: "192.0.2.2"), isUsual: false,
                state: state)
            other.terminalID = "29001234"
            facts.devices.append(other)
        }
        #expect(finding.code == "reader.sharedID" && finding.severity == .warning)
        #expect(finding.sentence.contains("29001234") && finding.sentence.contains("back (tcp:192.0.2.2)"))
    }

    // MARK: How it behaves

    private func profile(_ last: TerminalProfile.RepeatReceipt) -> StoredProfile {
        var profile = TerminalProfile()
        profile.repeatReceipt = last
        return StoredProfile(profile: profile, foundAt: Machine.now)
    }

    @Test func theProfileByWhichATerminalIsAskedIsNamedWithItsDay() {
        var facts = Machine.sound
        facts.devices[0].profile = profile(.onlyWithPrint)
        let found = Examination(facts: facts).findings.first { $0.code == "reader.profile" }
        #expect(found?.severity == .ok)
        #expect(found?.sentence.contains("as was found on 2026-11-21. Last payment: reported only") == true)
    }

    @Test(arguments: [TerminalProfile.RepeatReceipt.tellsNothing, .onlyText, .refuses])
    func aTerminalThatTellsNothingAfterADisturbanceIsAWarning(_ last: TerminalProfile.RepeatReceipt) throws {
        let found = try Machine.trouble { $0.devices[0].profile = profile(last) }
        #expect(found.code == "reader.profile" && found.severity == .warning)
        #expect(found.remedy?.contains("till settle") == true)
    }

    @Test(arguments: [(-60, "60 minutes slow"), (75, "75 minutes fast")])
    func aTerminalWhoseClockIsOffIsAWarning(minutes: Int, words: String) throws {
        let found = try Machine.trouble {
            var storage = Machine.storage
            storage.clocks = [ClockDeviation(terminal: Machine.terminal.description, minutes: minutes)]
            $0.storage = .open(storage)
        }
        #expect(found.code == "reader.clock" && found.severity == .warning)
        #expect(found.sentence.contains(words))
        #expect(found.remedy?.hasPrefix("till readers set-clock --reader \(Machine.terminal)") == true)
    }

    // MARK: One address for two

    @Test func aPrinterWhereTheCardTerminalIsStopsPayments() throws {
        let found = try Machine.trouble { $0.devices[1] = Machine.device(.printer, .shared(with: Machine.terminal)) }
        #expect(found.code == "device.sameAddress" && found.severity == .stops)
        #expect(found.sentence.contains("\(Machine.terminal)") && found.sentence.contains("\(Machine.printer)"))
    }

    // MARK: Nothing there

    @Test func withoutAnyDeviceBothAreNamedWithAnExample() {
        let troubles = Machine.troubles { $0.devices = [] }
        #expect(troubles.map(\.code) == ["reader.notConfigured", "printer.notConfigured"])
        #expect(troubles.allSatisfy { $0.severity == .stops })
        #expect(troubles.first?.sentence.contains("Plugged in: serial:/dev/serial/by-id/usb-FTDI_1.") == true)
        #expect(
            troubles.first?.remedy?.contains("till pay --order ORDER --reader 'serial:/dev/serial/by-id/usb-FTDI_1'")
                == true)
    }

    @Test func withoutAnyAdapterItIsSaidThatNothingIsPluggedIn() {
        let troubles = Machine.troubles {
            $0.devices = []
            $0.usbLines = []
        }
        #expect(troubles.allSatisfy { $0.sentence.contains("Nothing that could be one is plugged in") })
    }

    @Test func aLineThatIsNotThereIsToBePluggedInOrNamed() throws {
        let found = try reader(
            .obstacle(
                Failure(LineFailure.notFound, "There is no /dev/x.", recovery: .askOperator), access: nil, holder: nil))
        #expect(found.code == "reader.line.notFound")
        #expect(found.severity == .stops)
        #expect(found.remedy?.contains("plugged in are /dev/serial/by-id/usb-FTDI_1") == true)
    }

    @Test func aPrinterOfTheKernelsThatIsNotThereHasItsOwnCure() throws {
        let failure = Failure(
            LineFailure.notFound, "There is no /dev/usb/lp0.", remedy: "sudo modprobe usblp", recovery: .askOperator)
        let found = try Machine.trouble {
            $0.devices[1] = DeviceFacts(
                kind: .printer, name: nil, address: DeviceAddress(scheme: "file", path: "/dev/usb/lp0"), isUsual: true,
                state: .obstacle(failure, access: nil, holder: nil))
        }
        #expect(found.remedy == "sudo modprobe usblp")
    }

    @Test func aDeviceThatNoPaymentWouldTakeOnlyWarns() throws {
        let failure = Failure(LineFailure.notFound, "There is no /dev/x.", recovery: .askOperator)
        let found = try reader(.obstacle(failure, access: nil, holder: nil), isUsual: false)
        #expect(found.severity == .warning)
    }

    // MARK: No permission

    @Test func whoMayNotUseTheLineIsToldItsGroup() throws {
        let found = try permission(LineAccess(owner: "root", group: "dialout", mode: 0o660))
        #expect(found.code == "reader.line.permission")
        #expect(found.remedy == "sudo usermod --append --groups dialout kiosk, then log in again")
    }

    @Test func whoIsInTheGroupSinceLoggingInIsToldToLogInAgain() throws {
        let user = UserFacts(
            name: "kiosk", isRoot: false, groups: ["kiosk", "till"], accountGroups: ["kiosk", "till", "dialout"])
        let found = try permission(LineAccess(owner: "root", group: "dialout", mode: 0o660), user: user)
        #expect(found.remedy == "log out and in again, or: newgrp dialout")
    }

    @Test func aLineOfRootsAloneNeedsTheRules() throws {
        #expect(
            try permission(LineAccess(owner: "root", group: "root", mode: 0o600)).remedy == Examination.installRules)
        #expect(try permission(nil).remedy == Examination.installRules)
    }

    @Test func aFileThatMayNotBeWrittenIsNoMatterOfUdev() throws {
        let failure = Failure(
            PrinterFailure.permission, "This user may not write to /tmp/x.", remedy: "change its owner or its mode",
            recovery: .askOperator)
        let access = LineAccess(owner: "root", group: "root", mode: 0o644)
        let troubles = Machine.troubles {
            $0.devices[1] = Machine.device(.printer, .obstacle(failure, access: access, holder: nil))
        }
        #expect(troubles.map(\.remedy) == ["change its owner or its mode"])
    }

    // MARK: Someone else has it

    @Test(arguments: [
        ("ModemManager", "sudo systemctl disable --now ModemManager"),
        ("brltty", "sudo systemctl mask --now brltty.service brltty-udev.service"),
        ("till", "wait until it has ended: it is a till, and may be taking a payment"),
        ("minicom", "wait until it has ended, or: kill 4711"),
    ])
    func whoeverHasTheLineIsToBeEnded(name: String, remedy: String) throws {
        #expect(try busy(LineHolder(process: 4711, name: name)).remedy == remedy)
    }

    @Test func aHolderThatCannotBeSeenIsStillSpokenOf() throws {
        #expect(try busy(nil).remedy == "end that program")
    }

    @Test func aPaymentThatRunsIsLeftAlone() throws {
        let found = try reader(.claimed)
        #expect(found.code == "reader.inUse")
        #expect(found.severity == .warning)
        #expect(found.sentence.hasPrefix("A payment is running on"))
    }

    @Test func aPrinterThatPrintsIsLeftAlone() throws {
        let found = try Machine.trouble { $0.devices[1] = Machine.device(.printer, .claimed) }
        #expect(found.code == "printer.inUse")
        #expect(found.severity == .warning)
        #expect(found.sentence.hasPrefix("Something is being printed on"))
    }

    @Test func aLockOfSomeoneElseStops() throws {
        let failure = StorageError.cannotOpen(path: "/var/lib/till/locks/x.lock", reason: "permission denied").failure
        let found = try reader(.obstacle(failure, access: nil, holder: nil))
        #expect(found.code == "storage.cannotOpen")
        #expect(found.severity == .stops)
        #expect(found.sentence.contains("/var/lib/till/locks/x.lock"))
    }

    // MARK: Answers

    @Test func aTerminalThatWasNotAskedIsNoObstacle() throws {
        let found = try reader(.open(.notAsked))
        #expect(found.severity == .notAsked)
        #expect(found.remedy == "till doctor --probe")
    }

    @Test func aTerminalThatDoesNotAnswerStops() throws {
        let found = try reader(
            .open(.failed(Failure(ReaderFailure.noAnswer, "The terminal does not answer.", recovery: .retry))))
        #expect(found.code == "reader.noAnswer")
        #expect(found.severity == .stops)
        #expect(found.remedy != nil)
    }

    @Test(arguments: [
        (PrinterStatus(paper: .out), "printer.paperOut"), (PrinterStatus(cover: .open), "printer.coverOpen"),
        (PrinterStatus(fault: .other), "printer.fault"),
        (PrinterStatus(fault: .jammed), "printer.jammed"), (PrinterStatus(online: false), "printer.offline"),
    ])
    func aPrinterThatCannotPrintStops(status: PrinterStatus, code: String) {
        let troubles = printer(status)
        #expect(troubles.map(\.code) == [code])
        #expect(troubles.allSatisfy { $0.severity == .stops && $0.remedy != nil })
    }

    @Test func paperThatEndsSoonIsMentioned() {
        let troubles = printer(PrinterStatus(online: true, paper: .nearEnd, cover: .closed))
        #expect(troubles.map(\.code) == ["printer.paperNearEnd"])
        #expect(troubles.map(\.severity) == [.warning])
    }

    @Test func aPrinterThatTellsNothingIsTakenAsItIs() {
        #expect(printer(PrinterStatus()) == [])
    }
}
