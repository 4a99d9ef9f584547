import Foundation
import Transports

/// Reads facts about the system from its files. A missing file, as in a container, is no fault and leaves the fact
/// unknown.
struct SystemFacts: Sendable {
    /// The path that stands for `/`; empty except in tests.
    let root: String

    /// The most bytes of a file: no system file that is read here comes near this.
    private static let longest = 1 << 20

    private func text(_ path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: root + path) else { return nil }
        defer { try? file.close() }
        return (try? file.read(upToCount: Self.longest)).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
    }

    private func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []).sorted()
    }

    // MARK: Processes

    /// The kernel's default limit of processes.
    private static let mostProcesses = 32_768

    var processes: Set<String> {
        let numbers = names(in: "/proc").lazy.filter { Int($0) != nil }.prefix(Self.mostProcesses)
        return Set(numbers.compactMap { text("/proc/\($0)/comm")?.trimmed })
    }

    // MARK: udev

    /// The folders in the order in which udevd searches a file of the same name (udev(7)).
    private static let rulesFolders = [
        "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d",
    ]

    var udev: UdevFacts {
        let found = Self.rulesFolders.lazy.map { "\($0)/\(UdevRules.name)" }.compactMap { path in
            text(path).map { UdevFacts.Rules(path: path, text: $0) }
        }.first
        return UdevFacts(
            isRunning: FileManager.default.fileExists(atPath: root + "/run/udev/control"), rules: found)
    }

    var usbLines: [USBLineFacts] {
        SerialPort.candidates(root: root).filter { path in
            let node = URL(fileURLWithPath: path).resolvingSymlinksInPath().lastPathComponent
            return node.hasPrefix("ttyUSB") || node.hasPrefix("ttyACM")
        }.compactMap { path in
            let record = record(of: path)
            guard Self.isForRules(record) else { return nil }
            return USBLineFacts(
                path: String(path.dropFirst(root.count)), group: LineAccess(of: path)?.group,
                isIgnoredByModemManager: record.contains("E:ID_MM_DEVICE_IGNORE=1"))
        }
    }

    /// Whether our rules apply. They leave modems and other devices with other drivers alone; if udev does not tell the
    /// driver, they may apply.
    private static func isForRules(_ record: [Substring]) -> Bool {
        let property = "E:ID_USB_DRIVER="
        guard let driver = record.first(where: { $0.hasPrefix(property) })?.dropFirst(property.count) else {
            return true
        }
        return UdevRules.drivers.contains(String(driver))
    }

    /// The record of a character device in udev's database, line by line.
    private func record(of path: String) -> [Substring] {
        var node = stat()
        guard stat(path, &node) == 0 else { return [] }
        let (major, minor) = (node.st_rdev >> 8 & 0xFFF, node.st_rdev & 0xFF | node.st_rdev >> 12 & 0xFFF00)
        return text("/run/udev/data/c\(major):\(minor)")?.split(separator: "\n") ?? []
    }

    // MARK: The user

    /// The groups of a user in /etc/group; a user's first group is in /etc/passwd.
    func groups(of user: String, firstGroup: UInt32) -> (account: Set<String>, tillExists: Bool) {
        var account: Set<String> = []
        var tillExists = false
        for line in (text("/etc/group") ?? "").split(separator: "\n") {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count >= 4 else { continue }
            if parts[0] == "till" { tillExists = true }
            if UInt32(parts[2]) == firstGroup || parts[3].split(separator: ",").contains(Substring(user)) {
                account.insert(String(parts[0]))
            }
        }
        return (account, tillExists)
    }

    // MARK: Mounts

    /// The file system of a path: the longest mount point above it, and the last one mounted there
    /// (proc_pid_mountinfo(5)).
    func mount(of path: String) -> DirectoryFacts.Mount? {
        var best: DirectoryFacts.Mount?
        for line in (text("/proc/self/mountinfo") ?? "").split(separator: "\n") {
            let halves = line.split(separator: " - ", maxSplits: 1)
            guard halves.count == 2 else { continue }
            let (own, system) = (halves[0].split(separator: " "), halves[1].split(separator: " "))
            guard own.count > 5, system.count > 2 else { continue }
            let point = Self.unescaped(own[4])
            guard point == "/" || path == point || path.hasPrefix(point + "/"),
                point.count >= best?.point.count ?? 0
            else { continue }
            let options = own[5].split(separator: ",") + system[2].split(separator: ",")
            best = DirectoryFacts.Mount(point: point, type: String(system[0]), isReadOnly: options.contains("ro"))
        }
        return best
    }

    /// Decodes a path in which a blank is written `\040`.
    private static func unescaped(_ text: Substring) -> String {
        String(text.replacing("\\040", with: " ").replacing("\\011", with: "\t").replacing("\\134", with: "\\"))
    }

    // MARK: Clock

    private static let timeServices = [
        "/usr/lib/systemd/systemd-timesyncd", "/lib/systemd/systemd-timesyncd", "/usr/sbin/chronyd", "/usr/sbin/ntpd",
    ]

    /// Whether a program that can keep the clock right is installed.
    var hasTimeService: Bool { Self.timeServices.contains { FileManager.default.fileExists(atPath: root + $0) } }

    /// Whether systemd-timesyncd has set the clock. Nil if another such program runs, which leaves no trace in a file.
    var isClockSynchronised: Bool? {
        if FileManager.default.fileExists(atPath: root + "/run/systemd/timesync/synchronized") { return true }
        return processes.isDisjoint(with: ["chronyd", "ntpd", "ntpsec", "openntpd"]) ? false : nil
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
