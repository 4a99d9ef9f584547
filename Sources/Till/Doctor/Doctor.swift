import Configuration
import Failures
import Flow
import Foundation
import Hardware
import Model
import Storage
import Payments
import Service
import Stores
import Transports
import ESCPOS

/// Gathers the facts of this machine: the only part of the doctor that touches it. Nothing is charged, printed or
/// changed in the storage, and every question has a time limit.
struct Doctor: Sendable {
    let setup: TillSetup
    let files: ConfigurationFacts
    let devices: Devices
    let environment: Environment
    /// Whether the terminal is registered with, which shows on its display. All other facts are always gathered.
    let probes: Bool
    let system: SystemFacts

    /// How long a device may take to answer. A terminal's own limits are shorter.
    private static let longestAnswer = Duration.seconds(20)
    /// The largest database that is checked page by page; `till journal verify` checks larger ones.
    private static let largestChecked: UInt64 = 16 << 20
    /// How many of the newest entries are compared with their hashes, which takes some milliseconds.
    private static let entriesChecked: Int64 = 2_000

    /// Looks at the machine, the storage and the devices, asks each device how it is, and returns what there is to
    /// find.
    ///
    /// - Parameters:
    ///   - terminal: the terminal that a payment would use, if one is named or configured; nil for the one used last.
    ///   - printer: the printer that a payment would use; nil for the one used last.
    func examine(terminal: DeviceAddress?, printer: DeviceAddress?) async -> Examination {
        let directory = DirectoryFacts(of: setup.directory, system: system)
        let storage = openStorage()
        let remembered = storage.opened.flatMap { try? SettingsMemory(storage: $0).load() }
        var facts = MachineFacts(configuration: files, directory: directory, clock: clock(storage.opened))
        lookAtPorts(&facts)
        facts.udev = system.udev
        facts.processes = system.processes
        facts.storage = storage.facts
        facts.mailSystem = mailSystem
        facts.cannotDraw = DrawingLibraries.missing
        let candidates = candidates(terminal ?? remembered?.terminal, printer ?? remembered?.printer)
        let printing = receiptPrinters(usually: printer ?? remembered?.printer)
        let terminals = candidates.filter { $0.kind == .terminal }.map(\.address)
        for candidate in candidates {
            var device = await look(candidate, terminals, profiles: storage.opened.map(ProfileMemory.init))
            device.printsReceipts =
                candidate.kind == .terminal
                ? setup.configuration.printsReceipts(terminal: candidate.address)
                : printing.contains(candidate.address)
            if probes, candidate.kind == .printer, device.isSilent {
                device.answersAt = await speed(of: candidate.address)
            }
            if candidate.kind == .terminal {
                device.terminalID = device.toldID ?? knownID(at: candidate.address, storage.opened)
            }
            if candidate.kind == .printer, let storage = storage.opened {
                let setups = PrinterSetups(
                    setup.configuration, memory: LogoMemory(storage: storage), typesetter: Typesetter { _ in })
                device.keepsLogo = setups.isLogoKept(by: candidate.address)
            }
            facts.devices.append(device)
        }
        return Examination(facts: facts)
    }

    /// Looks at the user who runs the command, and at what is plugged in.
    private func lookAtPorts(_ facts: inout MachineFacts) {
        facts.user = user
        facts.usbLines = system.usbLines
        let said = USBPort.deviceIDs()
        facts.usbDevices = DeviceFinder.usb.map { device, identity in
            let found = FoundDevice(identity, said[device.port])
            return USBDeviceFacts(
                device: found.device, node: device.node, isAccessible: access(device.node, R_OK | W_OK) == 0,
                access: LineAccess(of: device.node), deviceID: found.deviceID)
        }
    }

    // MARK: Storage

    private func openStorage() -> (facts: StorageFacts, opened: StorageManager?) {
        let file = setup.directory + "/till.sqlite"
        let all = [file, file + "-wal", setup.directory + "/till.head"]
        guard all.contains(where: FileManager.default.fileExists) else { return (.none, nil) }
        do throws(StorageError) { return try openedStorage() } catch {
            guard case .busy = error else { return (.failed(error.failure), nil) }
        }
        // Another process opened the storage meanwhile, so that it can be read together with that one now.
        do throws(StorageError) { return try openedStorage() } catch { return (.failed(error.failure), nil) }
    }

    private func openedStorage() throws(StorageError) -> (StorageFacts, StorageManager) {
        let storage = try StorageManager(readingOnly: setup.directory, environment: environment)
        return (.open(try look(into: storage)), storage)
    }

    private func look(into storage: StorageManager) throws(StorageError) -> OpenStorageFacts {
        var facts = OpenStorageFacts(settings: try storage.settings())
        let size = try storage.size()
        facts.size = size
        facts.doubts = try storage.read { try $0.unsettledPayments() }
        facts.openDays = try storage.read { try EndOfDayIntent.open(in: $0) }
        facts.owedGoods = try storage.read { try UndeliveredCharge.all(in: $0) }
        facts.clocks = try storage.read { try ClockDeviation.all(in: $0) }
        facts.droppedReceipts = try storage.read { try DroppedReceipts.last(in: $0) }
        facts.cutOff = try storage.read { try CutOffPrint.left(in: $0) }
        facts.waitingPrints = try storage.read { try $0.pendingPrintJobs(printer: nil) }
        facts.unclearPrints = try storage.read { try $0.doubtfulPrintJobs() }
            .filter { $0.state == .unknown && !$0.isCutOff }
        do throws(Failure) { facts.mails = try MailReport.waiting(in: storage) } catch { throw .refused(error) }
        facts.signing = try signing(storage)
        do throws(Failure) { _ = try Account.signedIn(in: storage) } catch { facts.account = error }
        if let loss = try storage.lossInJournal() {
            facts.chain = .failed(StorageError.olderJournal(reason: loss.reason).failure)
        }
        if size.bytes <= Self.largestChecked { facts.integrity = try check(storage) }
        guard facts.chain == nil else { return facts }
        do throws(StorageError) {
            switch try JournalVerifier(storage).verify(newest: Self.entriesChecked) {
            case .intact(let count, _): facts.chain = .intact(count, newest: min(count, Self.entriesChecked))
            case .broken(let sequence, let why, _): facts.chain = .broken(sequence, why)
            }
        } catch { facts.chain = .failed(error.failure) }
        return facts
    }

    private func signing(_ storage: StorageManager) throws(StorageError) -> OpenStorageFacts.Signing {
        var signing = OpenStorageFacts.Signing(enrolled: try storage.read { try $0.enrolment()?.enrolment.key })
        do throws(Failure) { signing.configured = try setup.journalKey()?.fingerprint } catch {
            signing.failure = error
        }
        return signing
    }

    private func check(_ storage: StorageManager) throws(StorageError) -> OpenStorageFacts.Check {
        do throws(StorageError) { try storage.checkIntegrity() } catch {
            // This is no damage: another process has opened the database.
            if case .busy = error { throw error }
            return .failed(error.failure)
        }
        return .sound
    }

    // MARK: User, mail system and clock

    private var mailSystem: MailSystemFacts? {
        let email = setup.configuration.email
        guard email.from != nil else { return nil }
        return MailSystemFacts(program: email.sendmail, isThere: access(email.sendmail, X_OK) == 0)
    }

    private var user: UserFacts {
        let name = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
        var numbers = [gid_t](repeating: 0, count: 256)
        let count = getgroups(Int32(numbers.count), &numbers)
        let inForce = ([getegid()] + numbers.prefix(Int(max(0, count)))).compactMap { number in
            getgrgid(number).map { String(cString: $0.pointee.gr_name) }
        }
        let (account, tillExists) = system.groups(of: name, firstGroup: getegid())
        return UserFacts(
            name: name, isRoot: geteuid() == 0, groups: Set(inForce), accountGroups: account,
            tillGroupExists: tillExists)
    }

    private func clock(_ storage: StorageManager?) -> ClockFacts {
        let latest = try? storage?.read { try $0.latestTime() }
        let program = try? FileManager.default.attributesOfItem(atPath: "/proc/self/exe")
        let configured = setup.configuration.shop.timeZone
        return ClockFacts(
            now: environment.now(), lastEntry: latest.flatMap { $0 },
            builtAt: program?[.modificationDate] as? Date, isSynchronised: system.isClockSynchronised,
            hasTimeService: system.hasTimeService, zone: configured ?? .current, isZoneConfigured: configured != nil)
    }

    // MARK: Devices

    private struct Candidate {
        let kind: DeviceIdentity.Kind
        let name: String?
        let address: DeviceAddress
        let isUsual: Bool
    }

    /// The devices that a payment would use, then the other configured ones.
    private func candidates(_ terminal: DeviceAddress?, _ printer: DeviceAddress?) -> [Candidate] {
        let terminals = setup.configuration.readers.map { ($0.name, $0.line.address) }
        let printers = setup.configuration.printers.map { ($0.name, $0.line.address) }
        return Self.candidates(.terminal, usual: terminal, terminals)
            + Self.candidates(.printer, usual: printer, printers)
    }

    /// The printers out of which receipts of payments come by themselves.
    private func receiptPrinters(usually usual: DeviceAddress?) -> [DeviceAddress] {
        [.orderReceipt, .cardSlip, .merchantCopy].compactMap { setup.configuration.printer(of: $0, usually: usual) }
    }

    private static func candidates(
        _ kind: DeviceIdentity.Kind, usual: DeviceAddress?, _ configured: [(name: String, address: DeviceAddress)]
    ) -> [Candidate] {
        let name = configured.first { $0.address == usual }?.name
        let others = configured.filter { $0.address != usual }
        return (usual.map { [Candidate(kind: kind, name: name, address: $0, isUsual: true)] } ?? [])
            + others.map { Candidate(kind: kind, name: $0.name, address: $0.address, isUsual: false) }
    }

    private func look(
        _ candidate: Candidate, _ terminals: [DeviceAddress], profiles: ProfileMemory?
    ) async -> DeviceFacts {
        let state: DeviceFacts.State
        switch candidate.kind {
        case .terminal: state = await lookAtTerminal(candidate.address)
        case .printer:
            // A card terminal's address must not receive a printer's commands.
            let shared = terminals.first { candidate.address.isPrinterAtPlace(of: $0) }
            if let shared { state = .shared(with: shared) } else { state = await lookAtPrinter(candidate.address) }
        }
        return DeviceFacts(
            kind: candidate.kind, name: candidate.name, address: candidate.address, isUsual: candidate.isUsual,
            state: state, profile: try? profiles?.profile(at: candidate.address),
            isOfUnknownModel: candidate.kind == .printer && isOfUnknownModel(candidate.address))
    }

    /// How many payments are searched for a terminal's id.
    private static let lookedBack = 100

    /// The id that the terminal told in this till's newest payment there.
    private func knownID(at address: DeviceAddress, _ storage: StorageManager?) -> String? {
        let recent = try? storage?.read { try $0.recentPayments(limit: Self.lookedBack) }
        return recent?.first { $0.terminalAddress == address.description }.flatMap {
            $0.terminalID ?? $0.result?.terminalID
        }
    }

    private func isOfUnknownModel(_ printer: DeviceAddress) -> Bool {
        let line = setup.configuration.printerLine(printer)
        return line.scheme == "usb" && line.options["profile"] == nil && line.profileOnUSB == nil
    }

    /// The locks, which are only checked. None is created: the till could not use a lock file that root made.
    private var locks: FileDeviceLocks { FileDeviceLocks(directory: setup.directory, makesLocks: false) }

    private func lookAtTerminal(_ address: DeviceAddress) async -> DeviceFacts.State {
        do throws(Failure) {
            let claim = try locks.take(terminal: address)
            defer { claim.release() }
            guard probes else {
                try await devices.readers.reach(address)
                return .open(.notAsked)
            }
            let terminal = try devices.readers.connect(address)
            defer { terminal.close() }
            let conversation = TerminalRequestRunner(terminal: terminal)
            return .open(
                await answer(orAfter: terminal.close) { () throws(Failure) in
                    .terminal(try await conversation.register(setup.configuration.shop.currency))
                })
        } catch { return obstacle(error, address) }
    }

    private func lookAtPrinter(_ address: DeviceAddress) async -> DeviceFacts.State {
        do throws(Failure) {
            guard address.scheme != "file" else {
                try Self.checkFile(address.path)
                return .open(.printer(PrinterStatus()))
            }
            let claim = try locks.take(printer: address)
            defer { claim.release() }
            let printer = try devices.printers.connect(address)
            defer { printer.close() }
            return .open(
                await answer(orAfter: printer.close) { () throws(Failure) in .printer(try await printer.status()) })
        } catch { return obstacle(error, address) }
    }

    /// The other speed at which a printer on a serial line answers `DLE EOT`. Characters that it misreads meanwhile are
    /// cleared by the reset at the beginning of the next receipt.
    private func speed(of address: DeviceAddress) async -> SerialSettings.Baud? {
        guard address.scheme == "serial", let claim = try? locks.take(printer: address) else { return nil }
        defer { claim.release() }
        let configured = address.options["baud"].flatMap(UInt32.init) ?? SerialSettings.printer.baud.rawValue
        for baud in SerialSettings.Baud.allCases.reversed() where baud.rawValue != configured {
            let options = address.options.merging(["baud": "\(baud.rawValue)"]) { $1 }
            let there = DeviceAddress(scheme: address.scheme, path: address.path, options: options)
            guard let printer = try? devices.printers.connect(there) else { return nil }
            defer { printer.close() }
            // Noise hardly ever looks like an answer to each of the questions.
            if let said = try? await printer.status(), said.online != nil, said.paper != .unknown { return baud }
        }
        return nil
    }

    /// Checks a file without opening it, which would create it.
    private static func checkFile(_ path: String) throws(Failure) {
        let exists = FileManager.default.fileExists(atPath: path)
        guard exists || !path.hasPrefix("/dev/") else {
            throw Failure(
                LineFailure.notFound, Sentence("failure.line.notFound.checkFile", ["path": path]),
                remedy: Sentence("remedy.line.notFound.checkFile"), recovery: .askOperator)
        }
        let needed = exists ? path : (path as NSString).deletingLastPathComponent
        guard access(needed, exists ? W_OK : W_OK | X_OK) == 0 else {
            throw Failure(
                PrinterFailure.permission, Sentence("failure.printer.permission", ["path": path]),
                remedy: Sentence("remedy.printer.permission"), recovery: .askOperator)
        }
    }

    /// Closing the device ends every question, if only with a failure.
    private func answer(
        orAfter close: @escaping @Sendable () -> Void,
        _ ask: () async throws(Failure) -> DeviceFacts.Answer
    ) async -> DeviceFacts.Answer {
        let environment = environment
        let end = environment.uptime() + Self.longestAnswer
        let watch = environment.spawn("doctor") {
            if (try? await environment.sleep(end)) != nil { close() }
        }
        defer { watch.cancel() }
        do throws(Failure) { return try await ask() } catch { return .failed(error) }
    }

    private func obstacle(_ failure: Failure, _ address: DeviceAddress) -> DeviceFacts.State {
        if failure.is(PaymentFailure.terminalBusy) || failure.is(PrinterFailure.inUse) { return .claimed }
        let path = address.scheme == "usb" ? USBPort.node(of: address) ?? address.path : address.path
        let holder = failure.is(LineFailure.busy) ? LineHolder.of(path) : nil
        return .obstacle(failure, access: LineAccess(of: path), holder: holder)
    }
}

/// What the doctor finds for a service, which asks its devices itself and has its storage open.
extension Doctor {
    /// A doctor that looks into nothing but what it is told and the machine.
    init(of setup: TillSetup, environment: Environment) {
        var setup = setup
        // This doctor opens no line, so it records none.
        setup.configuration.recorder.megabytes = 0
        self.init(
            setup: setup, files: ConfigurationFacts(), devices: Devices(setup, environment: environment),
            environment: environment, probes: false, system: SystemFacts(root: ""))
    }

    /// Returns the findings about the devices that have answered. None is asked again.
    ///
    /// - Parameters:
    ///   - terminal: the terminal that a payment would use; nil if there is none.
    ///   - printer: the printer that a payment would use; nil if there is none.
    func findings(
        _ answers: [DeviceAddress: DeviceAnswer], terminal: DeviceAddress?, printer: DeviceAddress?,
        _ storage: StorageManager
    ) throws(StorageError) -> [Finding] {
        var facts = MachineFacts(
            directory: DirectoryFacts(of: setup.directory, system: system), clock: clock(storage))
        lookAtPorts(&facts)
        var stored = OpenStorageFacts(settings: try storage.settings())
        stored.clocks = try storage.read { try ClockDeviation.all(in: $0) }
        facts.storage = .open(stored)
        for candidate in candidates(terminal, printer) {
            guard let answer = answers[candidate.address] else { continue }
            var device = DeviceFacts(
                kind: candidate.kind, name: candidate.name, address: candidate.address, isUsual: candidate.isUsual,
                state: state(answer, candidate.address),
                profile: try? ProfileMemory(storage: storage).profile(at: candidate.address),
                isOfUnknownModel: candidate.kind == .printer && isOfUnknownModel(candidate.address))
            if candidate.kind == .terminal {
                device.terminalID = device.toldID ?? knownID(at: candidate.address, storage)
            }
            facts.devices.append(device)
        }
        // The finding that a terminal answered a registration is left out: none was sent.
        return Examination(facts: facts).devices.filter { $0.code != "reader" }
    }

    private func state(_ answer: DeviceAnswer, _ address: DeviceAddress) -> DeviceFacts.State {
        switch answer {
        case .inUse: .claimed
        case .failed(let failure): obstacle(failure, address)
        case .terminal: .open(.terminal(TerminalState()))
        case .printer(let status): .open(.printer(status))
        }
    }
}
