import Failures
import Flow
import Foundation
import Receipts

extension TerminalScenario {
    /// The scenarios of docs/cli.md, each a file of `Scenarios/` embedded in the program.
    package enum Shipped: String, CaseIterable, Sendable {
        case approve, decline
        case customerCancel = "customer-cancel"
        case noCard = "no-card"
        case wrongPINThenOK = "wrong-pin-then-ok"
        case terminalSilent = "terminal-silent"
        case silentAfterCommand = "silent-after-command"
        case lostAck = "lost-ack"
        case lostAckReversed = "lost-ack-reversed"
        case cablePull = "cable-pull"
        case cableGone = "cable-gone"
        case printerOutOfPaper = "printer-out-of-paper"
        case printerEmpty = "printer-empty"

        var file: [UInt8] {
            switch self {
            case .approve: PackageResources.approve_json
            case .decline: PackageResources.decline_json
            case .customerCancel: PackageResources.customer_cancel_json
            case .noCard: PackageResources.no_card_json
            case .wrongPINThenOK: PackageResources.wrong_pin_then_ok_json
            case .terminalSilent: PackageResources.terminal_silent_json
            case .silentAfterCommand: PackageResources.silent_after_command_json
            case .lostAck: PackageResources.lost_ack_json
            case .lostAckReversed: PackageResources.lost_ack_reversed_json
            case .cablePull: PackageResources.cable_pull_json
            case .cableGone: PackageResources.cable_gone_json
            case .printerOutOfPaper: PackageResources.printer_out_of_paper_json
            case .printerEmpty: PackageResources.printer_empty_json
            }
        }
    }

    /// Loads a scenario that is shipped with the program.
    package init(_ shipped: Shipped) throws(Failure) {
        try self.init(json: Data(shipped.file), from: "the scenario \(shipped.rawValue)")
    }

    /// Loads the shipped scenario or profile of this name, else the file at this path.
    package init(nameOrPath: String) throws(Failure) {
        if let shipped = Shipped(rawValue: nameOrPath) {
            try self.init(shipped)
            return
        }
        if let profile = Profile(rawValue: nameOrPath) {
            self.init(profile)
            return
        }
        guard let data = FileManager.default.contents(atPath: nameOrPath) else {
            let names = (Shipped.allCases.map(\.rawValue) + Profile.allCases.map(\.rawValue)).joined(separator: ", ")
            throw Failure(
                SimulatorFailure.scenario, "There is neither a scenario nor a file named \(nameOrPath)",
                remedy: "give a file or one of: \(names)", recovery: .askOperator)
        }
        try self.init(json: data, from: nameOrPath)
    }

    /// Reads a scenario file for a terminal of the kind that its `profile` names. Its fields replace those of the
    /// scenario named by `based_on`, or else the defaults. Throws with the field's name, and with what is allowed, when a
    /// field is unknown or invalid.
    package init(json: Data, from origin: String) throws(Failure) {
        do { self = try Self.read(json) } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(
                SimulatorFailure.badScenario, "\(origin) \(Self.sentence(error))", remedy: "see docs/scenarios.md",
                recovery: .askOperator)
        }
    }

    private static func read(_ json: Data) throws -> TerminalScenario {
        guard var file = try JSONSerialization.jsonObject(with: json) as? [String: Any] else {
            throw ScenarioMistake("is no JSON object")
        }
        if let key = RepeatedKey.path(in: json) { throw ScenarioMistake("has the field '\(key)' twice") }
        var base = TerminalScenario()
        if let name = file.removeValue(forKey: "based_on") {
            guard let shipped = (name as? String).flatMap(Shipped.init(rawValue:)) else {
                let words = Shipped.allCases.map(\.rawValue).joined(separator: ", ")
                throw ScenarioMistake("is based on '\(name)', which is no shipped scenario; there are \(words)")
            }
            base = try TerminalScenario(shipped)
        }
        if let name = file.removeValue(forKey: "profile") {
            guard let profile = (name as? String).flatMap(Profile.init(rawValue:)) else {
                let words = Profile.allCases.map(\.rawValue).joined(separator: ", ")
                throw ScenarioMistake("has the profile '\(name)', which nobody knows; there are \(words)")
            }
            base.behave(as: profile)
        }
        let fields = try ScenarioShape.file.translated(file) as? [String: Any] ?? [:]
        let whole = overlay(try tree(of: base), with: fields)
        let scenario = try JSONDecoder().decode(Self.self, from: JSONSerialization.data(withJSONObject: whole))
        if let mistake = ScenarioValues(scenario).mistake { throw mistake }
        return scenario
    }

    private static func sentence(_ error: any Error) -> String {
        switch error {
        case let mistake as ScenarioMistake: return mistake.sentence
        case DecodingError.keyNotFound(let key, let context):
            guard let (name, shape) = ScenarioShape.file.place(of: context.codingPath + [key]) else { break }
            return "lacks the field '\(name)': it is \(shape.allowed)"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            guard let (name, shape) = ScenarioShape.file.place(of: context.codingPath), !name.isEmpty else { break }
            return "cannot be read at '\(name)': it is \(shape.allowed)"
        default: break
        }
        return "is no JSON"
    }
}

// MARK: - Fields

extension TerminalScenario {
    /// A scenario with a value for each optional field and in each list, so that it shows every field of a file.
    static var withEveryField: TerminalScenario {
        var scenario = TerminalScenario()
        var pull = CablePull()
        pull.backAfter = 0
        scenario.pullsCable = pull
        scenario.restarts = .card
        scenario.demands = .endOfDay
        scenario.endOfDayAfter = 1
        scenario.identity.password = "000000"
        scenario.receipt.customerLines = [""]
        scenario.receipt.merchantLines = [""]
        scenario.faults.damagedBlocks = [1]
        scenario.faults.lostAcknowledgements = [1]
        scenario.faults.interruptedBlocks = [1]
        scenario.faults.duplicatedBlocks = [1]
        scenario.faults.noise = [0x00]
        scenario.faults.faults = [TerminalFault(.abort, at: 1)]
        scenario.faults.foreignBytes = [0x15]
        scenario.network.closesIdleAfter = 0
        scenario.network.resetsAt = .card
        scenario.network.late = [0x06]
        return scenario
    }

    /// The names of all fields of a file; a nested field has only its last part.
    static func fieldNames() -> Set<String> {
        func names(_ fields: [ScenarioShape.Field]) -> [String] {
            fields.flatMap { [$0.name] + names($0.shape.fields) }
        }
        return Set(names(ScenarioShape.file.fields))
    }

    private static func tree(of scenario: TerminalScenario) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: JSONEncoder().encode(scenario)) as? [String: Any] ?? [:]
    }

    private static func overlay(_ base: [String: Any], with fields: [String: Any]) -> [String: Any] {
        base.merging(fields) { former, new in
            guard let former = former as? [String: Any], let new = new as? [String: Any] else { return new }
            return overlay(former, with: new)
        }
    }
}
