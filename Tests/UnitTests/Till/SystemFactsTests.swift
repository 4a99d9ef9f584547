import Foundation
import Testing

@testable import Till

/// A folder that stands for `/`. It is removed after the test.
private final class Root {
    let path = NSTemporaryDirectory() + "till-root-\(ProcessInfo.processInfo.globallyUniqueString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func plant(_ name: String, _ text: String = "") throws {
        let file = URL(fileURLWithPath: path + name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    var facts: SystemFacts { SystemFacts(root: path) }
}

@Suite struct SystemFactsTests {
    private let root = Root()

    @Test func anEmptyMachineAnswersEveryQuestion() {
        let facts = root.facts
        #expect(facts.processes == [])
        #expect(facts.udev == UdevFacts(isRunning: false, rules: nil))
        #expect(facts.usbLines == [])
        #expect(facts.mount(of: "/var") == nil)
        #expect(facts.groups(of: "anna", firstGroup: 1000).account == [])
        #expect(facts.isClockSynchronised == false)
    }

    @Test func processesAreNamedAsTheKernelNamesThem() throws {
        try root.plant("/proc/17/comm", "ModemManager\n")
        try root.plant("/proc/18/comm", "systemd-timesyn\n")
        try root.plant("/proc/self/comm", "till\n")
        #expect(root.facts.processes == ["ModemManager", "systemd-timesyn"])
    }

    @Test func theRulesThatUdevTakesAreRead() throws {
        try root.plant("/run/udev/control")
        try root.plant("/usr/lib/udev/rules.d/70-till.rules", "# old")
        #expect(root.facts.udev.rules?.text == "# old")
        try root.plant("/etc/udev/rules.d/70-till.rules", "# new")
        #expect(root.facts.udev.isRunning)
        #expect(root.facts.udev.rules == UdevFacts.Rules(path: "/etc/udev/rules.d/70-till.rules", text: "# new"))
    }

    @Test func usbLinesAreFoundAndOtherLinesAreNot() throws {
        try root.plant("/dev/ttyUSB0")
        try root.plant("/dev/ttyACM1")
        try root.plant("/dev/ttyS0")
        try root.plant("/dev/tty7")
        #expect(root.facts.usbLines.map(\.path) == ["/dev/ttyACM1", "/dev/ttyUSB0"])
        #expect(root.facts.usbLines.allSatisfy { !$0.isIgnoredByModemManager })
    }

    /// A regular file in the place of a device has the number 0:0.
    @Test func udevsMarkForModemManagerIsRead() throws {
        try root.plant("/dev/ttyUSB0")
        try root.plant("/run/udev/data/c0:0", "S:till/serial-1\nE:ID_MM_DEVICE_IGNORE=1\nG:systemd\n")
        #expect(root.facts.usbLines.map(\.isIgnoredByModemManager) == [true])
    }

    /// The line of a modem is never a terminal's, and our udev rules do not give it to the till.
    @Test(arguments: [("option", false), ("qcserial", false), ("ftdi_sio", true), ("cdc_acm", true)])
    func aLineThatTheRulesPassOverIsPassedOverHereToo(driver: String, counts: Bool) throws {
        try root.plant("/dev/ttyUSB0")
        try root.plant("/run/udev/data/c0:0", "E:ID_BUS=usb\nE:ID_USB_DRIVER=\(driver)\n")
        #expect(root.facts.usbLines.isEmpty != counts)
    }

    @Test func aProgramThatCanKeepTheClockRightIsSeen() throws {
        #expect(!root.facts.hasTimeService)
        try root.plant("/usr/lib/systemd/systemd-timesyncd")
        #expect(root.facts.hasTimeService)
    }

    @Test func groupsAreThoseOfTheAccount() throws {
        try root.plant("/etc/group", "root:x:0:\ntill:x:990:bert,anna\ndialout:x:20:bert\nanna:x:1000:\nbroken\n")
        let (account, tillExists) = root.facts.groups(of: "anna", firstGroup: 1000)
        #expect(account == ["till", "anna"])
        #expect(tillExists)
    }

    @Test func theNearestMountHoldsAPath() throws {
        try root.plant(
            "/proc/self/mountinfo",
            """
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro
            30 22 0:40 / /var/lib ro,relatime shared:2 master:3 - nfs4 server:/x rw,vers=4.2
            31 22 0:41 / /mnt/a\\040b rw - vfat /dev/sdb1 ro
            nonsense
            """)
        #expect(
            root.facts.mount(of: "/var/lib/till")
                == DirectoryFacts.Mount(point: "/var/lib", type: "nfs4", isReadOnly: true))
        #expect(
            root.facts.mount(of: "/var/library") == DirectoryFacts.Mount(point: "/", type: "ext4", isReadOnly: false))
        #expect(
            root.facts.mount(of: "/mnt/a b/x")
                == DirectoryFacts.Mount(point: "/mnt/a b", type: "vfat", isReadOnly: true))
    }

    @Test func aClockIsKeptOrNotOrNobodyCanTell() throws {
        try root.plant("/proc/17/comm", "chronyd\n")
        #expect(root.facts.isClockSynchronised == nil)
        try root.plant("/run/systemd/timesync/synchronized")
        #expect(root.facts.isClockSynchronised == true)
    }

    @Test func theRulesOfThisReleaseAreThoseOfTheRepository() throws {
        let repository = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let rules = try String(contentsOf: repository.appending(path: "udev/70-till.rules"), encoding: .utf8)
        #expect(UdevRules.text == rules)
    }

    // MARK: The data directory

    @Test func aDirectoryIsLookedAtAndNotMade() throws {
        let path = root.path + "/a/b"
        try root.plant("/x")
        let facts = DirectoryFacts(of: path, system: root.facts)
        #expect(!facts.exists)
        #expect(facts.isWritable)
        #expect(facts.freeBytes > 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aDatabaseThatOthersCanReadIsSeen() throws {
        try root.plant("/data/till.sqlite")
        let (folder, file) = (root.path + "/data", root.path + "/data/till.sqlite")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        let facts = DirectoryFacts(of: folder, system: root.facts)
        #expect(facts.mode == 0o700)
        #expect(facts.exposed == [file])
        #expect(facts.closed == [])
    }
}
