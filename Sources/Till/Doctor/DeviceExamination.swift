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
        missing(.terminal) + facts.devices.flatMap { findings($0) + profile(of: $0) + clock(of: $0) + speed(of: $0) }
            + sharedIDs
            + missing(.printer)
    }

    /// Findings for terminals with the same id, by which payments cannot be told apart.
    private var sharedIDs: [Finding] {
        let named = facts.devices.filter { $0.kind == .terminal && $0.terminalID != nil }
        let groups = Dictionary(grouping: named) { $0.terminalID ?? "" }.filter { $0.value.count > 1 }
        return groups.sorted { $0.key < $1.key }.map { id, devices in
            Finding(
                .warning, "reader.sharedID",
                Sentence("doctor.sharedID", ["terminals": Self.listed(devices), "id": id]),
                remedy: Sentence("doctor.do.ownIDs"))
        }
    }

    /// Two or more devices, at the beginning of a sentence.
    private static func listed(_ devices: [DeviceFacts]) -> Sentence {
        devices.dropFirst().reduce(devices.first?.title ?? Sentence(stored: "")) {
            Sentence("list.pair", ["first": $0, "second": $1.titleWithin])
        }
    }

    /// Findings for missing devices. A missing terminal is reported first, a missing printer last. No printer is missing where
    /// the usual terminal prints receipts by itself.
    private func missing(_ kind: DeviceIdentity.Kind) -> [Finding] {
        let suffices: (DeviceFacts) -> Bool = { device in
            device.kind == kind || (kind == .printer && device.isUsual && device.printsReceipts)
        }
        guard !facts.devices.contains(where: suffices) else { return [] }
        let (missing, list) =
            switch kind {
            case .terminal: (Sentence("doctor.noTerminal"), "[[readers]]")
            case .printer: (Sentence("doctor.noPrinter"), "[[printers]]")
            }
        let plugged = plugged(as: kind)
        let known =
            plugged.isEmpty
            ? Sentence("doctor.nothingPlugged")
            : Sentence("doctor.plugged", ["devices": plugged.joined(separator: ", ")])
        let example = "till pay --order ORDER --\(kind.rawValue) '\(plugged.first ?? "serial:/dev/ttyUSB0")'"
        return [
            Finding(
                .stops, "\(kind.rawValue).notConfigured", missing.followed(by: known),
                remedy: Sentence("doctor.do.configure", ["list": list, "example": example]))
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
        case .shared(let terminal):
            return [
                Finding(
                    bad, "device.sameAddress",
                    Sentence("doctor.sameAddress", ["device": device.title, "reader": terminal]),
                    remedy: Sentence("doctor.do.ownAddresses"))
            ]
        case .obstacle(let failure, let access, let holder):
            return [
                Finding(
                    bad, code(failure), device.said(failure),
                    remedy: remedy(device, failure, access, holder) ?? failure.advice)
            ]
        case .open(.notAsked):
            return [
                Finding(
                    .notAsked, "\(kind).answer", device.isThere, remedy: .command("till doctor --probe"))
            ]
        case .open(.failed(let failure)):
            return [
                Finding(
                    bad, code(failure), device.said(failure), remedy: failure.advice ?? Sentence("doctor.do.checkCable")
                )
            ]
        case .open(.terminal(let state)):
            return [.ok("reader", device.registered(as: state.terminalID))]
        case .open(.printer(let status)): return [printer(device, status, bad)]
        }
    }

    /// Findings about how a terminal must be asked, and what it does not answer.
    private func profile(of device: DeviceFacts) -> [Finding] {
        guard device.kind == .terminal else { return device.isOfUnknownModel ? [unknownModel(device)] : [] }
        guard let known = device.profile else {
            return [.ok("reader.profile", Sentence("doctor.usualProfile", ["device": device.title]))]
        }
        let found = Sentence("doctor.foundProfile", ["device": device.title, "day": WrittenMoment(day: known.foundAt)])
            .followed(by: known.profile.repeatReceipt.sentence)
        guard known.profile.repeatReceipt.isSilent else { return [.ok("reader.profile", found)] }
        return [
            Finding(
                .warning, "reader.profile", found,
                remedy: Sentence("doctor.do.knowJournal"))
        ]
    }

    /// Findings about a wrong clock, which makes a disturbed payment look older than it is.
    private func clock(of device: DeviceFacts) -> [Finding] {
        guard device.kind == .terminal, case .open(let storage) = facts.storage,
            let clock = storage.clocks.first(where: { $0.terminal == device.address.description })
        else { return [] }
        let off: [String: any CustomStringConvertible] = ["device": device.title, "minutes": abs(clock.minutes)]
        return [
            Finding(
                .warning, "reader.clock",
                clock.minutes < 0 ? Sentence("doctor.clock.slow", off) : Sentence("doctor.clock.fast", off),
                remedy: Sentence("doctor.do.setClock", ["reader": device.address]))
        ]
    }

    private func unknownModel(_ device: DeviceFacts) -> Finding {
        Finding(
            .warning, "printer.model",
            Sentence("doctor.unknownModel", ["device": device.title]), remedy: Sentence("doctor.do.nameProfile"))
    }

    private func speed(of device: DeviceFacts) -> [Finding] {
        guard let baud = device.answersAt?.rawValue else { return [] }
        return [
            Finding(
                .warning, "printer.speed",
                Sentence("doctor.speed", ["device": device.title, "baud": Int(baud)]),
                remedy: Sentence("doctor.do.writeBaud", ["baud": Int(baud)]))
        ]
    }

    private func inUse(_ device: DeviceFacts) -> Finding {
        let work =
            switch device.kind {
            case .terminal: Sentence("doctor.inUse.terminal", ["device": device.titleWithin])
            case .printer: Sentence("doctor.inUse.printer", ["device": device.titleWithin])
            }
        return Finding(
            .warning, "\(device.kind.rawValue).inUse", work, remedy: Sentence("doctor.do.askLater"))
    }

    private func printer(_ device: DeviceFacts, _ status: PrinterStatus, _ bad: Finding.Severity) -> Finding {
        if let obstacle = Failure.obstacle(status) {
            return Finding(bad, obstacle.code, device.said(obstacle), remedy: obstacle.advice)
        }
        switch status.paper {
        case .nearEnd:
            return Finding(
                .warning, "printer.paperNearEnd", Sentence("doctor.paperNearEnd", ["device": device.title]),
                remedy: Sentence("doctor.do.newRoll"))
        case .unknown where status == PrinterStatus():
            return .ok("printer", Sentence("doctor.tellsNothing", ["device": device.title]))
        case .ok, .unknown, .out: return .ok("printer", Sentence("doctor.printerReady", ["device": device.title]))
        }
    }

    private func isOf(_ kind: DeviceIdentity.Kind, _ failure: Failure) -> Bool {
        switch kind {
        case .terminal: failure.belongs(to: ReaderFailure.self)
        case .printer: failure.belongs(to: PrinterFailure.self)
        }
    }

    // MARK: Remedies

    /// The command for this machine, if there is one.
    private func remedy(
        _ device: DeviceFacts, _ failure: Failure, _ access: LineAccess?, _ holder: LineHolder?
    ) -> Sentence? {
        if failure.is(PrinterFailure.permission) { return permissionRemedy(access) }
        switch LineFailure(rawValue: failure.code) {
        case .permission: return permissionRemedy(access) ?? .command(Self.installRules)
        case .notFound where device.address.scheme == "serial":
            let plugged = facts.usbLines.map(\.path).joined(separator: ", ")
            return plugged.isEmpty
                ? Sentence("doctor.do.plugSerial") : Sentence("doctor.do.plugOrNameLine", ["lines": plugged])
        case .notFound where device.address.scheme == "usb":
            let others = facts.usbDevices.filter { $0.device.kind == device.kind }.map { "\($0.device.address)" }
            return others.isEmpty
                ? Sentence("doctor.do.plugUSB")
                : Sentence("doctor.do.plugOrNameOther", ["devices": others.joined(separator: ", ")])
        case .busy: return holder.map(end)
        default: return nil
        }
    }

    private func permissionRemedy(_ access: LineAccess?) -> Sentence? {
        guard let group = access?.usefulGroup else { return nil }
        if facts.user.accountGroups.contains(group) { return Sentence("doctor.do.logInAgain", ["group": group]) }
        return Sentence("doctor.do.joinGroup", ["group": group, "user": facts.user.name])
    }

    private func end(_ holder: LineHolder) -> Sentence {
        switch holder.name {
        case "ModemManager": .command("sudo systemctl disable --now ModemManager")
        case "brltty": .command("sudo systemctl mask --now brltty.service brltty-udev.service")
        case "usb", "cupsd": .command("sudo systemctl disable --now cups.service cups.socket")
        case "till": Sentence("doctor.do.waitForTill")
        default: Sentence("doctor.do.waitOrKill", ["process": Int(holder.process)])
        }
    }
}

extension DeviceFacts {
    /// The id that the terminal told just now, or when it was diagnosed.
    var toldID: String? {
        if case .open(.terminal(let state)) = state, let id = state.terminalID { return id }
        return profile?.profile.terminalID
    }

    /// The sentence that says that the device is there and was not asked.
    fileprivate var isThere: Sentence {
        switch address.scheme {
        case "tcp": Sentence("doctor.notAsked.tcp", ["device": title])
        case "usb": Sentence("doctor.notAsked.usb", ["device": title])
        default: Sentence("doctor.notAsked.line", ["device": title])
        }
    }

    fileprivate func registered(as id: String?) -> Sentence {
        id.map { Sentence("doctor.registeredAs", ["device": title, "id": $0]) }
            ?? Sentence("doctor.registered", ["device": title])
    }

    fileprivate func said(_ failure: Failure) -> Sentence {
        Sentence("doctor.deviceFails", ["device": title, "failure": failure.said])
    }

    /// `The card terminal front (serial:/dev/ttyUSB0)`, at the beginning of a sentence.
    fileprivate var title: Sentence {
        switch kind {
        case .terminal: Sentence("doctor.device.terminal", ["device": nameAndAddress])
        case .printer: Sentence("doctor.device.printer", ["device": nameAndAddress])
        }
    }

    /// `the card terminal front (serial:/dev/ttyUSB0)`, within a sentence.
    fileprivate var titleWithin: Sentence {
        switch kind {
        case .terminal: Sentence("doctor.device.terminalWithin", ["device": nameAndAddress])
        case .printer: Sentence("doctor.device.printerWithin", ["device": nameAndAddress])
        }
    }

    private var nameAndAddress: String { name.map { "\($0) (\(address))" } ?? "\(address)" }
}
