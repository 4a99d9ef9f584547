import Failures
import Flow
import Foundation
import Hardware
import Model
import Payments
import Storage
import Stores
import Synchronization

/// Finds everything that keeps a payment from beginning. Those who ask at the same time, or shortly after each other, get one
/// answer, so that asking costs little however often it is done.
final class ReadinessCheck: Sendable {
    /// The payments that are to be ready to begin.
    enum Scope: Sendable {
        /// Payments with any configured terminal and printer. Only the usual terminal and the usual printer stop them all.
        case till
        /// Payments at a kiosk, with these devices by their names; nil for the usual ones.
        case kiosk(terminal: String?, printer: String?)
    }

    /// How long an answer stands.
    static let longestAge = Duration.seconds(1)

    private let till: any ServedTill
    private let gate: ShutdownGate
    private let enquiries: TerminalEnquiries
    private let scope: Scope
    private let turns = KeyedTurns()
    private let answer = Mutex<(at: Uptime, obstacles: [ReadinessObstacle])?>(nil)

    init(till: any ServedTill, gate: ShutdownGate, enquiries: TerminalEnquiries, of scope: Scope = .till) {
        self.scope = scope
        self.till = till
        self.gate = gate
        self.enquiries = enquiries
    }

    /// The obstacles; none if a payment could begin with any device.
    func obstacles() async -> [ReadinessObstacle] {
        await turns.take("")
        defer { turns.release("") }
        let now = till.environment.uptime()
        if let known = answer.withLock({ $0 }), now - known.at < Self.longestAge { return known.obstacles }
        let found = await till.environment.toTheEnd("look whether a payment could begin") { [self] in await look() }
        answer.withLock { $0 = (till.environment.uptime(), found) }
        return found
    }

    private func look() async -> [ReadinessObstacle] {
        var found: [ReadinessObstacle] = []
        func note(_ work: () async throws(Failure) -> [ReadinessObstacle]) async {
            do throws(Failure) { found += try await work() } catch { found.append(ReadinessObstacle(failure: error)) }
        }
        await note { () async throws(Failure) in
            try gate.check()
            return []
        }
        await note { () async throws(Failure) in
            _ = try await till.ask { AccountAction.loadAccount($0) }
            return []
        }
        await note { () async throws(Failure) in
            try asFailure { () throws(StorageError) in try till.storage.checkReady() }
            return []
        }
        await note { () async throws(Failure) in
            try JournalTimes(till: till).check()
            return []
        }
        await note { () async throws(Failure) in try await obstacles(of: .terminal) }
        await note { () async throws(Failure) in try await obstacles(of: .printer) }
        await note { () async throws(Failure) in try await doubts() }
        return found
    }

    // MARK: Devices

    /// The device that a payment uses. It uses no printer at a terminal that prints receipts by itself.
    private func usual(_ kind: DeviceIdentity.Kind) async throws(Failure) -> DeviceAddress? {
        let names: (terminal: String?, printer: String?) =
            if case .kiosk(let terminal, let printer) = scope { (terminal, printer) } else { (nil, nil) }
        switch kind {
        case .terminal: return try await till.terminal(names.terminal)
        case .printer:
            if let terminal = try? await till.terminal(names.terminal), till.printsReceipts(terminal: terminal) {
                return nil
            }
            return try await till.printer(names.printer)
        }
    }

    /// The usual device first, and with the whole till's scope every other configured one.
    private func devices(_ kind: DeviceIdentity.Kind) async throws(Failure) -> (usual: DeviceAddress?, [ListedDevice]) {
        let usual = try await usual(kind)
        let known = kind == .terminal ? try await till.knownTerminals() : try await till.knownPrinters()
        let first = usual.map { usual in
            known.first { $0.address == usual } ?? ListedDevice(name: nil, address: usual)
        }
        guard case .till = scope else { return (usual, [first].compactMap(\.self)) }
        let others = known.filter { $0.name != nil && $0.address != usual }
        return (usual, [first].compactMap(\.self) + others)
    }

    private func obstacles(of kind: DeviceIdentity.Kind) async throws(Failure) -> [ReadinessObstacle] {
        let (usual, devices) = try await devices(kind)
        // A terminal that is silent keeps nobody waiting for the others.
        let found = await withTaskGroup(of: (DeviceAddress, Failure?).self) { group in
            for address in Set(devices.map(\.address)) {
                group.addTask { [self] in (address, await obstacle(of: kind, at: address)) }
            }
            return await group.reduce(into: [DeviceAddress: Failure]()) { $0[$1.0] = $1.1 }
        }
        return devices.compactMap { device in
            found[device.address].map {
                ReadinessObstacle(failure: $0, device: device.id, stops: device.address == usual)
            }
        }
    }

    private func obstacle(of kind: DeviceIdentity.Kind, at device: DeviceAddress) async -> Failure? {
        if let why = till.watched.current.absence(of: device) { return why }
        switch kind {
        case .terminal: return await enquiries.obstacle(at: device)
        case .printer:
            guard let told = till.printers.current.standing(of: device) else { return nil }
            if let why = told.waitsFor { return why }
            guard let obstacle = Failure.obstacle(told.status) else { return nil }
            // Somebody may have put paper in since.
            try? await till.ask { DeviceAction.lookAgain(device, $0) }
            return obstacle
        }
    }

    // MARK: Doubts

    /// A payment that runs as it should is no obstacle. One whose line broke is: until its terminal has told how it ended,
    /// that terminal takes no other. Of each terminal the oldest one is told.
    private func doubts() async throws(Failure) -> [ReadinessObstacle] {
        let usual = try? await usual(.terminal)
        let configured = try await till.knownTerminals().filter { $0.name != nil }
        var found: [String: ReadinessObstacle] = [:]
        for doubt in try await till.ask({ JournalAction.listDoubts($0) }) where found[doubt.terminalAddress] == nil {
            let terminal = configured.first { $0.address.description == doubt.terminalAddress }
            let isElsewhere = terminal.map { $0.address != usual } ?? false
            if case .kiosk = scope, isElsewhere { continue }
            let known = try await till.ask { JournalAction.explainPayment(reference: doubt.id.rawValue, $0) }
            guard let failure = known.obstacle(doubt.id) else { continue }
            found[doubt.terminalAddress] = ReadinessObstacle(
                failure: failure, device: terminal?.id, stops: !isElsewhere)
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension PaymentExplanation {
    fileprivate func obstacle(_ payment: PaymentID) -> Failure? {
        guard isRunning, !isInDoubt else { return .unresolved(payment) }
        return isBeingFoundOut ? .findingOut(payment) : nil
    }

    fileprivate var isInDoubt: Bool { if case .inDoubt? = outcome { true } else { false } }

    /// Whether the dialogue about the payment broke, here or in an earlier process, so that its terminal is asked what became
    /// of it.
    fileprivate var isBeingFoundOut: Bool {
        !isFinal && facts.contains { ["payment.disturbed", "payment.asking"].contains($0.kind) }
    }
}

extension Failure {
    fileprivate static func findingOut(_ payment: PaymentID) -> Failure {
        Failure(
            ServiceFailure.findingOut, Sentence("failure.service.findingOut", ["payment": payment]),
            remedy: Sentence("remedy.service.findingOut"), recovery: .retry)
    }
}
