import Failures
import Flow
import Hardware
import Model
import Readers
import Payments

import Transports

/// Examines terminals and printers: whether they are named, present, free, and answering.
extension Examination {
    var devices: [Finding] {
        missing(.reader) + facts.devices.flatMap { findings($0) + profile(of: $0) + clock(of: $0) + speed(of: $0) }
            + sharedIDs
            + missing(.printer)
    }

    /// Findings for terminals with the same id, by which payments cannot be told apart.
    private var sharedIDs: [Finding] {
        let named = facts.devices.filter { $0.kind == .reader && $0.terminalID != nil }
        let groups = Dictionary(grouping: named) { $0.terminalID ?? "" }.filter { $0.value.count > 1 }
        return groups.sorted { $0.key < $1.key }.map { id, devices in
            Finding(
                .warning, "reader.sharedID",
                "\(devices.map(\.title).joined(separator: " and ").capitalised) have the same terminal id, \(id). A payment "
                    + "in doubt blocks its own line; an end of day counts the payments of both.",
                remedy:
                    "where they are two terminals, have the acquirer give each its own id; where they are one, keep one of "
                    + "them in till.toml")
        }
    }

    /// Findings for missing devices. A missing terminal is reported first, a missing printer last.
    private func missing(_ kind: DeviceIdentity.Kind) -> [Finding] {
        guard !facts.devices.contains(where: { $0.kind == kind }) else { return [] }
        let (what, list) =
            switch kind {
            case .reader: ("card terminal", "[[readers]]")
            case .printer: ("receipt printer", "[[printers]]")
            }
        let plugged = plugged(as: kind)
        let known =
            plugged.isEmpty
            ? "Nothing that could be one is plugged in either." : "Plugged in: \(plugged.joined(separator: ", "))."
        let example = "till pay --order ORDER --\(kind.rawValue) '\(plugged.first ?? "serial:/dev/ttyUSB0")'"
        return [
            Finding(
                .stops, "\(kind.rawValue).notConfigured", "No \(what) is configured. \(known)",
                remedy: "plug it in and name it under \(list) in till.toml, or once: \(example)")
        ]
    }

    /// The addresses of USB devices that could be of this kind as far as they tell; a serial line could be either.
    private func plugged(as kind: DeviceIdentity.Kind) -> [String] {
        let devices = facts.usbDevices.map(\.device).filter { $0.kind == kind }.map { device in
            "\(device.address)" + (EncryptingAddress.isMeant(by: device.address) ? "&acquirer=NAME" : "")
        }
        return devices + facts.usbLines.map { "serial:\($0.path)" }
    }

    private func findings(_ device: DeviceFacts) -> [Finding] {
        let bad: Finding.Severity = device.isUsual ? .stops : .warning
        let kind = device.kind.rawValue
        func code(_ failure: Failure) -> String {
            isOf(device.kind, failure) || failure.belongs(to: StorageFailure.self)
                ? failure.code : "\(kind).\(failure.code)"
        }
        switch device.state {
        case .claimed: return [inUse(device)]
        case .shared(let reader):
            return [
                Finding(
                    bad, "device.sameAddress",
                    "\(device.title.capitalised) is where the card terminal is (\(reader)); it was left alone.",
                    remedy: "give each its own address in till.toml: till readers list, till printers list")
            ]
        case .obstacle(let failure, let access, let holder):
            return [
                Finding(
                    bad, code(failure), "\(device.title.capitalised): \(failure.sentence)",
                    remedy: remedy(device, failure, access, holder) ?? failure.remedy)
            ]
        case .open(.notAsked):
            return [
                Finding(
                    .notAsked, "\(kind).answer", "\(device.title.capitalised): \(device.isThere); it was not asked.",
                    remedy: "till doctor --probe")
            ]
        case .open(.failed(let failure)):
            return [
                Finding(
                    bad, code(failure), "\(device.title.capitalised): \(failure.sentence)",
                    remedy: failure.remedy ?? "check that it is switched on and its cable is in")
            ]
        case .open(.terminal(let state)):
            let id = state.terminalID.map { ", terminal id \($0)" } ?? ""
            return [.ok("reader", "\(device.title.capitalised) is registered\(id).")]
        case .open(.printer(let status)): return [printer(device, status, bad)]
        }
    }

    /// Findings about how a terminal must be asked, and what it does not answer.
    private func profile(of device: DeviceFacts) -> [Finding] {
        guard device.kind == .reader else { return device.isOfUnknownModel ? [unknownModel(device)] : [] }
        guard let known = device.profile else {
            let how = "is asked as most terminals understand; `till readers diagnose` finds out more"
            return [.ok("reader.profile", "\(device.title.capitalised) \(how).")]
        }
        let found =
            "\(device.title.capitalised) is asked as was found on \(known.foundAt.day). \(known.profile.repeatReceipt.sentence)"
        guard known.profile.repeatReceipt.isSilent else { return [.ok("reader.profile", found)] }
        return [
            Finding(
                .warning, "reader.profile", found,
                remedy:
                    "know where the terminal's own journal is: after a disturbance a payment stays in doubt until a "
                    + "person types what it says (till settle)")
        ]
    }

    /// Findings about a wrong clock, which makes a disturbed payment look older than it is.
    private func clock(of device: DeviceFacts) -> [Finding] {
        guard device.kind == .reader, case .open(let storage) = facts.storage,
            let clock = storage.clocks.first(where: { $0.terminal == device.address.description })
        else { return [] }
        let off = "\(abs(clock.minutes)) minutes \(clock.minutes < 0 ? "slow" : "fast")"
        return [
            Finding(
                .warning, "reader.clock",
                "\(device.title.capitalised) has a clock that is \(off), by its newest payment here.",
                remedy:
                    "till readers set-clock --reader \(device.address); where its display shows the right time, mend this "
                    + "machine's clock or time zone")
        ]
    }

    private func unknownModel(_ device: DeviceFacts) -> Finding {
        Finding(
            .warning, "printer.model",
            "\(device.title.capitalised) has numbers that stand for no one model; it is taken for a generic-80mm.",
            remedy: "name its profile in till.toml, `till printers test` shows whether it is the right one")
    }

    private func speed(of device: DeviceFacts) -> [Finding] {
        guard let baud = device.answersAt?.rawValue else { return [] }
        let sentence = "\(device.title.capitalised) answers at \(baud) baud, and not at the speed it is said to have."
        return [
            Finding(
                .warning, "printer.speed", sentence,
                remedy: "write baud = \(baud) under its [[printers]] in till.toml, or ?baud=\(baud) into its address")
        ]
    }

    private func inUse(_ device: DeviceFacts) -> Finding {
        let work =
            switch device.kind {
            case .reader: "A payment is running"
            case .printer: "Something is being printed"
            }
        return Finding(
            .warning, "\(device.kind.rawValue).inUse", "\(work) on \(device.title); it was left alone.",
            remedy: "ask again when it has ended")
    }

    private func printer(_ device: DeviceFacts, _ status: PrinterStatus, _ bad: Finding.Severity) -> Finding {
        if let obstacle = Failure.obstacle(status) {
            return Finding(
                bad, obstacle.code, "\(device.title.capitalised): \(obstacle.sentence)", remedy: obstacle.remedy)
        }
        switch status.paper {
        case .nearEnd:
            return Finding(
                .warning, "printer.paperNearEnd", "\(device.title.capitalised) is nearly out of paper.",
                remedy: "have a new roll at hand")
        case .unknown where status == PrinterStatus():
            return .ok("printer", "\(device.title.capitalised) can be written to; it tells nothing of itself.")
        case .ok, .unknown, .out: return .ok("printer", "\(device.title.capitalised) is ready.")
        }
    }

    private func isOf(_ kind: DeviceIdentity.Kind, _ failure: Failure) -> Bool {
        switch kind {
        case .reader: failure.belongs(to: ReaderFailure.self)
        case .printer: failure.belongs(to: PrinterFailure.self)
        }
    }

    // MARK: Remedies

    /// The command for this machine, if there is one.
    private func remedy(
        _ device: DeviceFacts, _ failure: Failure, _ access: LineAccess?, _ holder: LineHolder?
    ) -> String? {
        if failure.is(PrinterFailure.permission) { return permissionRemedy(access) }
        switch LineFailure(rawValue: failure.code) {
        case .permission: return permissionRemedy(access) ?? Self.installRules
        case .notFound where device.address.scheme == "serial":
            let plugged = facts.usbLines.map(\.path).joined(separator: ", ")
            return plugged.isEmpty
                ? "plug it in; ls -l /dev/serial/by-id shows it then"
                : "plug it in, or name the line it is on: plugged in are \(plugged)"
        case .notFound where device.address.scheme == "usb":
            let others = facts.usbDevices.filter { $0.device.kind == device.kind }.map { "\($0.device.address)" }
            return others.isEmpty
                ? "plug it in and switch it on; lsusb shows it then"
                : "plug it in, or name another: plugged in are \(others.joined(separator: ", "))"
        case .busy: return holder.map(end)
        default: return nil
        }
    }

    private func permissionRemedy(_ access: LineAccess?) -> String? {
        guard let group = access?.usefulGroup else { return nil }
        if facts.user.accountGroups.contains(group) { return "log out and in again, or: newgrp \(group)" }
        return "sudo usermod --append --groups \(group) \(facts.user.name), then log in again"
    }

    private func end(_ holder: LineHolder) -> String {
        switch holder.name {
        case "ModemManager": "sudo systemctl disable --now ModemManager"
        case "brltty": "sudo systemctl mask --now brltty.service brltty-udev.service"
        case "usb", "cupsd": "sudo systemctl disable --now cups.service cups.socket"
        case "till": "wait until it has ended: it is a till, and may be taking a payment"
        default: "wait until it has ended, or: kill \(holder.process)"
        }
    }
}

extension DeviceFacts {
    /// The id that the terminal told just now, or when it was diagnosed.
    var toldID: String? {
        if case .open(.terminal(let state)) = state, let id = state.terminalID { return id }
        return profile?.profile.terminalID
    }

    fileprivate var isThere: String {
        address.scheme == "tcp"
            ? "it takes connections" : address.scheme == "usb" ? "it can be opened" : "the line is free"
    }

    /// `the card terminal front (serial:/dev/ttyUSB0)`.
    fileprivate var title: String {
        let what =
            switch kind {
            case .reader: "the card terminal"
            case .printer: "the printer"
            }
        return name.map { "\(what) \($0) (\(address))" } ?? "\(what) \(address)"
    }
}

extension String {
    fileprivate var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
