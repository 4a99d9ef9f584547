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
    /// scenario named by `based_on`, or else the defaults. Throws with the field's name when a field is unknown or
    /// invalid.
    package init(json: Data, from origin: String) throws(Failure) {
        do {
            guard var file = try JSONSerialization.jsonObject(with: json) as? [String: Any] else {
                throw ScenarioError.malformed("is no JSON object")
            }
            if let key = RepeatedKey.path(in: json) { throw ScenarioError.malformed("has the field '\(key)' twice") }
            var base = TerminalScenario()
            if let name = file.removeValue(forKey: "based_on") {
                guard let shipped = (name as? String).flatMap(Shipped.init(rawValue:)) else {
                    let words = Shipped.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ScenarioError.malformed(
                        "is based on '\(name)', which is no shipped scenario; there are \(words)")
                }
                base = try TerminalScenario(shipped)
            }
            if let name = file.removeValue(forKey: "profile") {
                guard let profile = (name as? String).flatMap(Profile.init(rawValue:)) else {
                    let words = Profile.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ScenarioError.malformed("has the profile '\(name)', which nobody knows; there are \(words)")
                }
                base.behave(as: profile)
            }
            let fields = try Self.translate(file, known: Self.tree(of: .withEveryField))
            let whole = Self.overlay(try Self.tree(of: base), with: fields)
            if let mistake = ScenarioValues.byteMistake(in: whole, name: Self.fieldName) {
                throw ScenarioError.malformed("has at '\(mistake.field)' \(mistake.why)")
            }
            self = try JSONDecoder().decode(Self.self, from: JSONSerialization.data(withJSONObject: whole))
            if let mistake = ScenarioValues(self).mistake {
                throw ScenarioError.malformed("has at '\(mistake.field)' \(mistake.why)")
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(
                SimulatorFailure.badScenario, "\(origin) \(ScenarioError.sentence(error))",
                remedy: "see docs/scenarios.md",
                recovery: .askOperator)
        }
    }
}

// MARK: - Overlay

extension TerminalScenario {
    private enum ScenarioError: Error {
        case malformed(String)

        static func sentence(_ error: any Error) -> String {
            switch error {
            case ScenarioError.malformed(let what): return what
            case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty: return "is no JSON"
            case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
                DecodingError.valueNotFound(_, let context):
                return "cannot be read at '\(place(context.codingPath))': \(reason(context.debugDescription))"
            case DecodingError.keyNotFound(let key, _): return "lacks the field '\(fieldName(of: key.stringValue))'"
            default: return "is no JSON"
            }
        }

        /// The path of a field: `faults.faults[0].what`.
        private static func place(_ path: [any CodingKey]) -> String {
            path.reduce("") { place, key in
                if let index = key.intValue { return "\(place)[\(index)]" }
                return place.isEmpty ? fieldName(of: key.stringValue) : "\(place).\(fieldName(of: key.stringValue))"
            }
        }

        /// The reason with the allowed words, because Swift's own message only names the type.
        private static func reason(_ told: String) -> String {
            guard
                let (_, words) = ScenarioValues.words.first(where: {
                    told.hasPrefix("Cannot initialize \($0.key) from")
                })
            else { return told }
            return "it is none of \(words.joined(separator: ", "))"
        }
    }

    /// A scenario with a value for each optional field, so that its encoded form contains every name.
    private static var withEveryField: TerminalScenario {
        var scenario = TerminalScenario()
        var pull = CablePull()
        pull.backAfter = 0
        scenario.pullsCable = pull
        scenario.restarts = .card
        scenario.demands = .endOfDay
        scenario.endOfDayAfter = 1
        scenario.identity.password = "000000"
        scenario.network.closesIdleAfter = 0
        scenario.network.resetsAt = .card
        return scenario
    }

    /// The names of all fields of a file; a nested field has only its last part.
    static func fieldNames() -> Set<String> {
        func names(_ tree: [String: Any]) -> [String] {
            tree.flatMap { name, value in [fieldName(of: name)] + ((value as? [String: Any]).map(names) ?? []) }
        }
        return Set(names((try? tree(of: .withEveryField)) ?? [:]))
    }

    private static func tree(of scenario: TerminalScenario) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: JSONEncoder().encode(scenario)) as? [String: Any] ?? [:]
    }

    /// Returns the file's fields with the names of the Swift properties.
    private static func translate(
        _ fields: [String: Any], known: [String: Any], under path: String = ""
    ) throws -> [String: Any] {
        var translated: [String: Any] = [:]
        for (name, value) in fields {
            guard let (property, counterpart) = known.first(where: { fieldName(of: $0.key) == name }) else {
                throw ScenarioError.malformed("has the unknown field '\(path + name)'")
            }
            if let inner = value as? [String: Any], let knownInner = counterpart as? [String: Any] {
                translated[property] = try translate(inner, known: knownInner, under: path + name + ".")
            } else {
                translated[property] = value
            }
        }
        return translated
    }

    /// The name of a property in a file: `maskedPAN` is `masked_pan`.
    private static func fieldName(of property: String) -> String {
        var name = ""
        var wasUpper = true
        for character in property {
            if character.isUppercase, !wasUpper { name += "_" }
            wasUpper = character.isUppercase
            name += character.lowercased()
        }
        return name
    }

    private static func overlay(_ base: [String: Any], with fields: [String: Any]) -> [String: Any] {
        base.merging(fields) { former, new in
            guard let former = former as? [String: Any], let new = new as? [String: Any] else { return new }
            return overlay(former, with: new)
        }
    }
}
