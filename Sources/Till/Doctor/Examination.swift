import Flow
import Foundation
import Model
import Readers
import Storage

/// Examines the facts of a machine and finds what is wrong with it. It is pure: the same facts give the same findings
/// in the same order.
struct Examination {
    let facts: MachineFacts

    var findings: [Finding] {
        configuration + devices + logos + mail + usb + access + udev + meddlers + directory + storage + clock
    }

    // MARK: Configuration

    private var configuration: [Finding] {
        let facts = facts.configuration
        guard facts.problems.isEmpty else {
            return facts.problems.map {
                Finding(.stops, "config.invalid", $0.line, remedy: "correct it there, then: till config check")
            }
        }
        let files =
            facts.files.isEmpty ? "No configuration file: the defaults hold." : facts.files.joined(separator: ", ")
        return [.ok("config", files)] + policy
    }

    /// Findings about limits of money. A user who can change a limit is not bound by it, and root is bound by none.
    private var policy: [Finding] {
        let limiting = facts.configuration.limiting
        guard let own = limiting.first(where: \.isOwn), !facts.user.isRoot else {
            return limiting.isEmpty
                ? [] : [.ok("policy", "The limits of money come from \(limiting.map(\.file).joined(separator: ", ")).")]
        }
        return [
            Finding(
                .warning, "policy.ownFile",
                "The limits of money come from \(own.file), which \(facts.user.name) can change.",
                remedy: "let root own them: write [policy] into /etc/till/policy.toml (docs/configuration.md)")
        ]
    }

    // MARK: Who may use the devices

    /// Findings about access to devices. They matter only if a device may not be used, or if there is none yet.
    private var access: [Finding] {
        let user = facts.user
        if user.isRoot { return [.ok("user", "Runs as root, who may use every device.")] }
        let groups = user.groups.sorted().joined(separator: ", ")
        let isAtHome = !facts.devices.isEmpty && !facts.devices.contains(where: \.isForbidden)
        if isAtHome || user.groups.contains("till") { return [.ok("user", "\(user.name) is in \(groups).")] }
        if !user.tillGroupExists {
            return [
                Finding(
                    .warning, "group.missing", "There is no group till, so udev gives it no devices.",
                    remedy: "sudo groupadd --system till && sudo usermod --append --groups till \(user.name)")
            ]
        }
        if user.accountGroups.contains("till") { return [Self.notYet("till", user)] }
        return [
            Finding(
                .warning, "group.notMember", "\(user.name) is not in group till.",
                remedy: "sudo usermod --append --groups till \(user.name), then log in again")
        ]
    }

    static func notYet(_ group: String, _ user: UserFacts) -> Finding {
        Finding(
            .warning, "group.notYet", "\(user.name) was added to group \(group) after logging in.",
            remedy: "log out and in again, or: newgrp \(group)")
    }

    // MARK: USB

    /// Findings about USB devices that could be used: as what, and by which address.
    private var usb: [Finding] {
        facts.usbDevices.map { plugged in
            let address = plugged.device.address
            let what =
                switch plugged.device.kind {
                case .reader where EncryptingAddress.isMeant(by: address):
                    "an encrypting reader (name its acquirer too)"
                case .reader: "a serial line, as terminals are"
                case .printer: "a receipt printer"
                }
            let sentence = "\(plugged.device.model ?? "A USB device") is \(what): \(address)."
            guard !plugged.isAccessible else {
                guard isAlone(plugged.device) else { return Self.alike(sentence) }
                return language(plugged, sentence) ?? .ok("usb", sentence)
            }
            let access = plugged.access.map { " (\($0))" } ?? ""
            return Finding(
                .warning, "usb.permission", "\(sentence) This user may not open \(plugged.node)\(access).",
                remedy: facts.udev.isRunning
                    ? Self.installRules : "sudo chgrp till \(plugged.node) && sudo chmod 660 \(plugged.node)")
        }
    }

    /// Whether no other device of its model has its serial number.
    private func isAlone(_ device: DeviceIdentity) -> Bool {
        let its = device.serialNumber
        return its == nil
            || facts.usbDevices.count { $0.device.address.path == device.address.path && $0.device.serialNumber == its }
                == 1
    }

    /// A warning about a printer that does not understand the language it would be sent.
    private func language(_ plugged: USBDeviceFacts, _ sentence: String) -> Finding? {
        guard let said = plugged.deviceID, said.understandsESCPOS == false else { return nil }
        return Finding(
            .warning, "usb.language",
            "\(sentence) It says that it understands \(said.languages.joined(separator: ", ")), and not ESC/POS.",
            remedy: "set it to ESC/POS, which many have a switch or a utility for, or print on another")
    }

    private static func alike(_ sentence: String) -> Finding {
        Finding(
            .warning, "usb.alike", "\(sentence) Another of its model has the same serial number.",
            remedy: "name each by its address with the port, and leave it in that socket")
    }

    // MARK: udev

    static let installRules =
        "till doctor --udev-rules | sudo tee \(UdevRules.path) && sudo udevadm control --reload"
        + " && sudo udevadm trigger --action=change"

    private var udev: [Finding] {
        guard facts.udev.isRunning else {
            return [
                Finding(
                    .notAsked, "udev", "No udevd runs here: devices are as this machine was given them.",
                    remedy: facts.udev.rules == nil ? "where one runs: \(Self.installRules)" : nil)
            ]
        }
        guard let rules = facts.udev.rules else {
            return [
                Finding(
                    .warning, "udev.rulesMissing", "Till's udev rules are not installed.", remedy: Self.installRules)
            ]
        }
        guard rules.text == UdevRules.text else {
            return [
                Finding(
                    .warning, "udev.rulesDiffer", "\(rules.path) is not that of this release of Till.",
                    remedy: Self.installRules)
            ]
        }
        let strangers = facts.usbLines.filter { $0.group != nil && $0.group != "till" }
        guard strangers.isEmpty else {
            return strangers.map {
                Finding(
                    .warning, "udev.rulesNotApplied",
                    "\($0.path) belongs to group \($0.group ?? "") and not to till: the rules have not seen it.",
                    remedy: "sudo udevadm control --reload && sudo udevadm trigger --action=change")
            }
        }
        return [.ok("udev", "\(rules.path) is installed.")]
    }

    // MARK: Other programs that take devices

    private var meddlers: [Finding] {
        var findings: [Finding] = []
        let open = facts.usbLines.filter { !$0.isIgnoredByModemManager }
        if facts.processes.contains("ModemManager"), let line = open.first {
            findings.append(
                Finding(
                    .warning, "meddler.modemManager",
                    "ModemManager runs, and tries modem commands on \(line.path) each time it is plugged in.",
                    remedy: facts.udev.isRunning ? Self.installRules : "sudo systemctl disable --now ModemManager"))
        }
        // A device that it has taken is no serial line any more, so it is not in the list.
        if facts.processes.contains("brltty") {
            findings.append(
                Finding(
                    .warning, "meddler.brltty",
                    "brltty runs, and takes USB serial adapters for Braille displays: they have no line then.",
                    remedy: "sudo systemctl mask --now brltty.service brltty-udev.service"))
        }
        let named = facts.devices.filter { device in
            device.kind == .printer
                && (["usb", "usblp"].contains(device.address.scheme) || device.address.path.hasPrefix("/dev/usb/lp"))
        }.map(\.address)
        let plugged = facts.usbDevices.map(\.device).filter { $0.kind == .printer }.map(\.address)
        let browser = facts.processes.contains("cups-browsed") ? " cups-browsed.service" : ""
        if facts.processes.contains("cupsd"), let printer = (named + plugged).first {
            findings.append(
                Finding(
                    .warning, "meddler.cups",
                    "The print system CUPS runs, and takes \(printer) for its own jobs.",
                    remedy: "sudo systemctl disable --now cups.service cups.socket\(browser)"))
        }
        return findings.isEmpty
            ? [.ok("meddlers", "Neither ModemManager nor brltty nor CUPS is in the way.")] : findings
    }

    // MARK: Clock

    /// The least difference that is reported; less is the time between two readings of a clock.
    private static let mostBehind: TimeInterval = 60

    private var clock: [Finding] {
        let clock = facts.clock
        let now = ShopClock(zone: clock.zone).text(clock.now)
        var findings: [Finding] = []
        let setClock =
            clock.hasTimeService ? "sudo timedatectl set-ntp true" : "sudo apt-get install systemd-timesyncd"
        if let built = clock.builtAt, clock.now < built {
            findings.append(
                Finding(
                    .warning, "clock.beforeBuild",
                    "The clock shows \(now), which is before this program was built.",
                    remedy: setClock))
        } else if let last = clock.lastEntry, clock.now < last - Self.mostBehind {
            findings.append(
                Finding(
                    .warning, "clock.behindJournal",
                    "The clock shows \(now), which is before the journal's last entry.",
                    remedy: setClock))
        }
        if clock.isSynchronised == false {
            findings.append(
                Finding(
                    .warning, "clock.notSynchronised", "Nothing keeps the clock right.", remedy: setClock))
        }
        let isUTC =
            clock.zone.secondsFromGMT(for: clock.now) == 0
            && clock.zone.nextDaylightSavingTimeTransition(after: clock.now) == nil
        if isUTC, !clock.isZoneConfigured {
            findings.append(
                Finding(
                    .warning, "clock.zone", "Receipts show UTC, which few shops go by.",
                    remedy: "sudo timedatectl set-timezone Europe/Berlin, or time_zone in [shop] of till.toml"))
        }
        guard findings.isEmpty else { return findings }
        return [.ok("clock", "\(now), time zone \(clock.zone.identifier).")]
    }
}
