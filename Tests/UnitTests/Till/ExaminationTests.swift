import Configuration
import Failures
import Flow
import Foundation
import Hardware
import Model
import Storage
import Testing
import Transports

@testable import Till

/// A machine without any fault; each test introduces one.
struct Machine {
    static let now = Date(timeIntervalSince1970: 1_795_219_200)
    static let terminal = DeviceAddress(scheme: "serial", path: "/dev/till/serial-0815")
    static let printer = DeviceAddress(scheme: "serial", path: "/dev/till/serial-4711")

    static var sound: MachineFacts {
        var facts = MachineFacts(
            directory: DirectoryFacts(
                path: "/var/lib/till", freeBytes: 1 << 30,
                mount: DirectoryFacts.Mount(point: "/", type: "ext4", isReadOnly: false)),
            clock: ClockFacts(
                now: now, lastEntry: now - 60, builtAt: now - 86_400, isSynchronised: true,
                zone: TimeZone(identifier: "Europe/Berlin") ?? .gmt))
        facts.configuration.files = ["/etc/till/till.toml"]
        facts.user = UserFacts(
            name: "kiosk", isRoot: false, groups: ["kiosk", "till"], accountGroups: ["kiosk", "till"])
        facts.usbLines = [
            USBLineFacts(path: "/dev/serial/by-id/usb-FTDI_1", group: "till", isIgnoredByModemManager: true)
        ]
        facts.udev = UdevFacts(
            isRunning: true, rules: UdevFacts.Rules(path: UdevRules.path, text: UdevRules.text))
        facts.devices = [
            device(.terminal, .open(.terminal(TerminalState(terminalID: "29001234")))),
            device(.printer, .open(.printer(PrinterStatus(online: true, paper: .ok, cover: .closed)))),
        ]
        facts.storage = .open(storage)
        return facts
    }

    static var storage: OpenStorageFacts {
        OpenStorageFacts(
            settings: DatabaseSettings(journalMode: "wal", synchronous: 2, foreignKeys: true, schema: "1"),
            integrity: .sound, chain: .intact(17, newest: 17))
    }

    static func device(
        _ kind: DeviceIdentity.Kind, _ state: DeviceFacts.State, name: String? = "front", isUsual: Bool = true
    ) -> DeviceFacts {
        DeviceFacts(
            kind: kind, name: name, address: kind == .terminal ? terminal : printer, isUsual: isUsual, state: state)
    }

    /// The findings that report a fault.
    static func troubles(_ spoil: (inout MachineFacts) -> Void) -> [Finding] {
        var facts = sound
        spoil(&facts)
        return Examination(facts: facts).findings.filter { $0.severity != .ok }
    }

    /// The only finding that reports a fault.
    static func trouble(_ spoil: (inout MachineFacts) -> Void) throws -> Finding {
        let troubles = troubles(spoil)
        try #require(troubles.count == 1, "\(troubles)")
        return troubles[0]
    }
}

@Suite struct ExaminationTests {
    @Test func onAMachineInOrderEverythingIsSaidToBe() {
        let findings = Examination(facts: Machine.sound).findings
        #expect(
            findings.map(\.code) == [
                "config", "reader", "reader.profile", "printer", "user", "udev", "meddlers", "directory", "database",
                "journal", "clock",
            ])
        #expect(findings.allSatisfy { $0.severity == .ok && $0.remedy == nil })
    }

    // MARK: Configuration

    @Test func everyMistakeOfTheConfigurationStops() {
        let read = TillConfiguration.read([("till.toml", Array("[shpo]\n[polcy]".utf8))], environment: [:])
        let troubles = Machine.troubles { $0.configuration.problems = read.problems }
        #expect(troubles.map(\.code) == ["config.invalid", "config.invalid"])
        #expect(troubles.allSatisfy { $0.severity == .stops })
        #expect(troubles.first?.sentence.hasPrefix("till.toml:1:2: error:") == true)
        #expect(troubles.first?.remedy?.contains("till config check") == true)
    }

    @Test func limitsOfAFileOfOnesOwnAreAWarning() throws {
        let found = try Machine.trouble {
            $0.configuration.limiting = [("/etc/till/policy.toml", false), ("/home/kiosk/till.toml", true)]
        }
        #expect(found.code == "policy.ownFile" && found.severity == .warning)
        #expect(found.sentence == "The limits of money come from /home/kiosk/till.toml, which kiosk can change.")
        #expect(found.remedy?.contains("/etc/till/policy.toml") == true)
    }

    @Test func limitsThatTheUserCannotChangeAreSaidToBe() {
        let troubles = Machine.troubles { $0.configuration.limiting = [("/etc/till/policy.toml", false)] }
        #expect(troubles.isEmpty)
    }

    // MARK: User and groups

    private func withoutDevices(_ user: UserFacts) -> [Finding] {
        Machine.troubles { facts in
            facts.user = user
            facts.devices = []
        }.filter { $0.code.hasPrefix("group") }
    }

    @Test func someoneOutsideTheGroupIsToldHowToGetIn() {
        let found = withoutDevices(
            UserFacts(name: "anna", isRoot: false, groups: ["anna"], accountGroups: ["anna"]))
        #expect(found.map(\.code) == ["group.notMember"])
        #expect(found.first?.remedy == "sudo usermod --append --groups till anna, then log in again")
    }

    @Test func someoneWhoWasAddedSinceLoggingInIsToldToLogInAgain() {
        let found = withoutDevices(
            UserFacts(name: "anna", isRoot: false, groups: ["anna"], accountGroups: ["anna", "till"]))
        #expect(found.map(\.code) == ["group.notYet"])
        #expect(found.first?.remedy?.contains("newgrp till") == true)
    }

    @Test func aGroupThatNobodyMadeIsToBeMade() {
        let found = withoutDevices(
            UserFacts(
                name: "anna", isRoot: false, groups: ["anna"], accountGroups: ["anna"], tillGroupExists: false))
        #expect(found.map(\.code) == ["group.missing"])
        #expect(found.first?.remedy?.contains("groupadd --system till") == true)
    }

    @Test func whoCanUseTheDevicesNeedsNoGroup() {
        let troubles = Machine.troubles {
            $0.user = UserFacts(name: "anna", isRoot: false, groups: ["anna", "dialout"], accountGroups: ["anna"])
        }
        #expect(troubles == [])
    }

    @Test func whoMayNotUseADeviceIsToldOfTheGroupToo() {
        let troubles = Machine.troubles {
            $0.user = UserFacts(name: "anna", isRoot: false, groups: ["anna"], accountGroups: ["anna"])
            $0.devices[0] = Machine.device(
                .terminal,
                .obstacle(
                    Failure(LineFailure.permission, "Permission denied.", recovery: .askOperator), access: nil,
                    holder: nil))
        }
        #expect(troubles.map(\.code) == ["reader.line.permission", "group.notMember"])
    }

    // MARK: udev

    @Test func rulesThatAreMissingAreToBeInstalled() throws {
        let found = try Machine.trouble { $0.udev = UdevFacts(isRunning: true, rules: nil) }
        #expect(found.code == "udev.rulesMissing")
        #expect(found.severity == .warning)
        #expect(found.remedy?.hasPrefix("till doctor --udev-rules | sudo tee /etc/udev/rules.d/70-till.rules") == true)
    }

    @Test func rulesOfAnotherReleaseAreNoticed() throws {
        let found = try Machine.trouble {
            $0.udev = UdevFacts(
                isRunning: true, rules: UdevFacts.Rules(path: "/usr/lib/udev/rules.d/70-till.rules", text: "# old\n"))
        }
        #expect(found.code == "udev.rulesDiffer")
        #expect(found.sentence.contains("/usr/lib/udev/rules.d/70-till.rules"))
    }

    @Test func aLineThatTheRulesHaveNotSeenIsNoticed() throws {
        let found = try Machine.trouble {
            $0.usbLines = [USBLineFacts(path: "/dev/ttyUSB0", group: "dialout", isIgnoredByModemManager: true)]
        }
        #expect(found.code == "udev.rulesNotApplied")
        #expect(found.remedy?.contains("udevadm trigger") == true)
    }

    @Test func aMachineWithoutUdevIsNotToldToLoadRules() throws {
        let found = try Machine.trouble { $0.udev = UdevFacts(isRunning: false, rules: nil) }
        #expect(found.code == "udev")
        #expect(found.severity == .notAsked)
    }

    // MARK: Other programs

    @Test func modemManagerIsInTheWayUntilItIsToldToIgnoreTheLine() throws {
        #expect(Machine.troubles { $0.processes = ["ModemManager"] } == [])
        let found = try Machine.trouble {
            $0.processes = ["ModemManager"]
            $0.usbLines = [USBLineFacts(path: "/dev/ttyACM0", group: "till", isIgnoredByModemManager: false)]
        }
        #expect(found.code == "meddler.modemManager")
        #expect(found.sentence.contains("/dev/ttyACM0"))
    }

    /// brltty has taken the adapter, so there is no serial line that would show that it exists.
    @Test func brlttyIsInTheWayOfAUSBAdapterWhoseLineItHasTakenAway() throws {
        let found = try Machine.trouble { facts in
            facts.processes = ["brltty"]
            facts.usbLines = []
        }
        #expect(found.code == "meddler.brltty")
        #expect(found.remedy == "sudo systemctl mask --now brltty.service brltty-udev.service")
    }

    @Test func cupsIsInTheWayOfAPrinterOfTheKernels() throws {
        #expect(Machine.troubles { $0.processes = ["cupsd"] } == [])
        let found = try Machine.trouble {
            $0.processes = ["cupsd"]
            $0.devices[1] = DeviceFacts(
                kind: .printer, name: nil, address: DeviceAddress(scheme: "file", path: "/dev/usb/lp0"), isUsual: true,
                state: .open(.printer(PrinterStatus())))
        }
        #expect(found.code == "meddler.cups")
        #expect(found.remedy == "sudo systemctl disable --now cups.service cups.socket")
    }

    // MARK: Clock

    @Test func aClockBeforeTheProgramWasBuiltIsWrong() throws {
        let found = try Machine.trouble { $0.clock.builtAt = Machine.now + 1 }
        #expect(found.code == "clock.beforeBuild")
        #expect(found.remedy == "sudo timedatectl set-ntp true")
    }

    @Test func aClockBehindTheJournalIsWrong() throws {
        #expect(Machine.troubles { $0.clock.lastEntry = Machine.now + 59 } == [])
        let found = try Machine.trouble { $0.clock.lastEntry = Machine.now + 61 }
        #expect(found.code == "clock.behindJournal")
    }

    @Test func aClockThatNobodyKeepsIsMentioned() throws {
        #expect(Machine.troubles { $0.clock.isSynchronised = nil } == [])
        let found = try Machine.trouble { $0.clock.isSynchronised = false }
        #expect(found.code == "clock.notSynchronised")
        #expect(found.remedy == "sudo timedatectl set-ntp true")
    }

    @Test func whereNothingCanKeepTheClockItIsToBeInstalled() throws {
        let found = try Machine.trouble {
            $0.clock.isSynchronised = false
            $0.clock.hasTimeService = false
        }
        #expect(found.remedy == "sudo apt-get install systemd-timesyncd")
    }

    /// In winter, London has the time of UTC.
    @Test(arguments: ["Europe/London", "Europe/Lisbon"])
    func aZoneThatHasASummerIsMeant(zone: String) throws {
        let zone = try #require(TimeZone(identifier: zone))
        #expect(zone.secondsFromGMT(for: Machine.now) == 0)
        #expect(Machine.troubles { $0.clock = ClockFacts(now: Machine.now, isSynchronised: true, zone: zone) } == [])
    }

    @Test func receiptsInUTCAreMentionedUnlessTheyAreMeantToBe() throws {
        func set(_ facts: inout MachineFacts, configured: Bool) {
            facts.clock = ClockFacts(
                now: Machine.now, isSynchronised: true, zone: .gmt, isZoneConfigured: configured)
        }
        #expect(Machine.troubles { set(&$0, configured: true) } == [])
        #expect(try Machine.trouble { set(&$0, configured: false) }.code == "clock.zone")
    }
}
