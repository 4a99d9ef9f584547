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
        configuration + devices + receipts + drawing + logos + mail + usb + access + udev + meddlers + directory
            + storage + clock
    }

    // MARK: Configuration

    private var configuration: [Finding] {
        let facts = facts.configuration
        guard facts.problems.isEmpty else {
            return facts.problems.map {
                Finding(.stops, "config.invalid", $0.report, remedy: Sentence("doctor.do.correctConfig"))
            }
        }
        let files =
            facts.files.isEmpty
            ? Sentence("doctor.noConfig") : Sentence(stored: facts.files.joined(separator: ", "))
        return [.ok("config", files)] + policy
            + facts.remarks.map {
                Finding($0.isMistake ? .stops : .warning, $0.failure.code, $0.report, remedy: $0.failure.advice)
            }
    }

    /// Findings about limits of money. A user who can change a limit is not bound by it, and root is bound by none.
    private var policy: [Finding] {
        let limiting = facts.configuration.limiting
        guard let own = limiting.first(where: \.isOwn), !facts.user.isRoot else {
            return limiting.isEmpty
                ? []
                : [
                    .ok(
                        "policy",
                        Sentence("doctor.policy", ["files": limiting.map(\.file).joined(separator: ", ")]))
                ]
        }
        return [
            Finding(
                .warning, "policy.ownFile",
                Sentence("doctor.policyOwnFile", ["file": own.file, "user": facts.user.name]),
                remedy: Sentence("doctor.do.rootPolicy"))
        ]
    }

    // MARK: Who may use the devices

    /// Findings about access to devices. They matter only if a device may not be used, or if there is none yet.
    private var access: [Finding] {
        let user = facts.user
        if user.isRoot { return [.ok("user", Sentence("doctor.root"))] }
        let groups = user.groups.sorted().joined(separator: ", ")
        let isAtHome = !facts.devices.isEmpty && !facts.devices.contains(where: \.isForbidden)
        if isAtHome || user.groups.contains("till") {
            return [
                .ok("user", Sentence("doctor.inGroups", ["user": user.name, "groups": groups]))
            ]
        }
        if !user.tillGroupExists {
            return [
                Finding(
                    .warning, "group.missing", Sentence("doctor.groupMissing"),
                    remedy: .command("sudo groupadd --system till && sudo usermod --append --groups till \(user.name)"))
            ]
        }
        if user.accountGroups.contains("till") { return [Self.notYet("till", user)] }
        return [
            Finding(
                .warning, "group.notMember", Sentence("doctor.notMember", ["user": user.name]),
                remedy: Sentence("doctor.do.joinGroup", ["group": "till", "user": user.name]))
        ]
    }

    static func notYet(_ group: String, _ user: UserFacts) -> Finding {
        Finding(
            .warning, "group.notYet", Sentence("doctor.groupNotYet", ["user": user.name, "group": group]),
            remedy: Sentence("doctor.do.logInAgain", ["group": group]))
    }

    // MARK: USB

    /// Findings about USB devices that could be used: as what, and by which address.
    private var usb: [Finding] {
        facts.usbDevices.map { plugged in
            let address = plugged.device.address
            let model = plugged.device.model.map { Sentence(stored: $0) } ?? Sentence("doctor.usb.device")
            let sentence =
                switch plugged.device.kind {
                case .terminal where EncryptingAddress.isMeant(by: address):
                    Sentence("doctor.usb.encryptingReader", ["model": model, "address": address])
                case .terminal: Sentence("doctor.usb.serialLine", ["model": model, "address": address])
                case .printer: Sentence("doctor.usb.printer", ["model": model, "address": address])
                }
            guard !plugged.isAccessible else {
                guard isAlone(plugged.device) else { return Self.alike(sentence) }
                return language(plugged, sentence) ?? .ok("usb", sentence)
            }
            let node = plugged.node + (plugged.access.map { " (\($0))" } ?? "")
            return Finding(
                .warning, "usb.permission", sentence.followed(by: Sentence("doctor.usb.permission", ["node": node])),
                remedy: facts.udev.isRunning
                    ? .command(Self.installRules)
                    : .command("sudo chgrp till \(plugged.node) && sudo chmod 660 \(plugged.node)"))
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
    private func language(_ plugged: USBDeviceFacts, _ sentence: Sentence) -> Finding? {
        guard let said = plugged.deviceID, said.understandsESCPOS == false else { return nil }
        return Finding(
            .warning, "usb.language",
            sentence.followed(
                by: Sentence("doctor.usb.language", ["languages": said.languages.joined(separator: ", ")])),
            remedy: Sentence("doctor.do.setToESCPOS"))
    }

    private static func alike(_ sentence: Sentence) -> Finding {
        Finding(
            .warning, "usb.alike", sentence.followed(by: Sentence("doctor.usb.alike")),
            remedy: Sentence("doctor.do.namePort"))
    }

    // MARK: udev

    static let installRules =
        "till doctor --udev-rules | sudo tee \(UdevRules.path) && sudo udevadm control --reload"
        + " && sudo udevadm trigger --action=change"

    private var udev: [Finding] {
        guard facts.udev.isRunning else {
            return [
                Finding(
                    .notAsked, "udev", Sentence("doctor.noUdev"),
                    remedy: facts.udev.rules == nil
                        ? Sentence("doctor.do.whereUdevRuns", ["command": Self.installRules]) : nil)
            ]
        }
        guard let rules = facts.udev.rules else {
            return [
                Finding(
                    .warning, "udev.rulesMissing", Sentence("doctor.rulesMissing"), remedy: .command(Self.installRules))
            ]
        }
        guard rules.text == UdevRules.text else {
            return [
                Finding(
                    .warning, "udev.rulesDiffer", Sentence("doctor.rulesDiffer", ["path": rules.path]),
                    remedy: .command(Self.installRules))
            ]
        }
        let strangers = facts.usbLines.filter { $0.group != nil && $0.group != "till" }
        guard strangers.isEmpty else {
            return strangers.map {
                Finding(
                    .warning, "udev.rulesNotApplied",
                    Sentence("doctor.rulesNotApplied", ["path": $0.path, "group": $0.group ?? ""]),
                    remedy: .command("sudo udevadm control --reload && sudo udevadm trigger --action=change"))
            }
        }
        return [.ok("udev", Sentence("doctor.rulesInstalled", ["path": rules.path]))]
    }

    // MARK: Other programs that take devices

    private var meddlers: [Finding] {
        var findings: [Finding] = []
        let open = facts.usbLines.filter { !$0.isIgnoredByModemManager }
        if facts.processes.contains("ModemManager"), let line = open.first {
            findings.append(
                Finding(
                    .warning, "meddler.modemManager",
                    Sentence("doctor.modemManager", ["path": line.path]),
                    remedy: .command(
                        facts.udev.isRunning ? Self.installRules : "sudo systemctl disable --now ModemManager")))
        }
        // A device that brltty has taken is no longer a serial line, so it is not in the list.
        if facts.processes.contains("brltty") {
            findings.append(
                Finding(
                    .warning, "meddler.brltty",
                    Sentence("doctor.brltty"),
                    remedy: .command("sudo systemctl mask --now brltty.service brltty-udev.service")))
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
                    Sentence("doctor.cups", ["printer": printer]),
                    remedy: .command("sudo systemctl disable --now cups.service cups.socket\(browser)")))
        }
        return findings.isEmpty
            ? [.ok("meddlers", Sentence("doctor.noMeddlers"))] : findings
    }

    // MARK: Clock

    /// The least difference that is reported; less is the time between two readings of a clock.
    private static let mostBehind: TimeInterval = 60

    private var clock: [Finding] {
        let clock = facts.clock
        let now = ShopClock(zone: clock.zone).moment(clock.now)
        var findings: [Finding] = []
        let setClock = Sentence.command(
            clock.hasTimeService ? "sudo timedatectl set-ntp true" : "sudo apt-get install systemd-timesyncd")
        if let built = clock.builtAt, clock.now < built {
            findings.append(
                Finding(
                    .warning, "clock.beforeBuild",
                    Sentence("doctor.clock.beforeBuild", ["now": now]),
                    remedy: setClock))
        } else if let last = clock.lastEntry, clock.now < last - Self.mostBehind {
            findings.append(
                Finding(
                    .warning, "clock.behindJournal",
                    Sentence("doctor.clock.behindJournal", ["now": now]),
                    remedy: setClock))
        }
        if clock.isSynchronised == false {
            findings.append(
                Finding(
                    .warning, "clock.notSynchronised", Sentence("doctor.clock.notSynchronised"), remedy: setClock))
        }
        let isUTC =
            clock.zone.secondsFromGMT(for: clock.now) == 0
            && clock.zone.nextDaylightSavingTimeTransition(after: clock.now) == nil
        if isUTC, !clock.isZoneConfigured {
            findings.append(
                Finding(
                    .warning, "clock.zone", Sentence("doctor.clock.zone"),
                    remedy: Sentence("doctor.do.setZone")))
        }
        guard findings.isEmpty else { return findings }
        return [
            .ok("clock", Sentence("doctor.clock.right", ["now": now, "zone": clock.zone.identifier]))
        ]
    }
}
