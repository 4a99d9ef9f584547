import Failures
import Foundation
import Model
import Payments
import Testing

@testable import Service
@testable import Stores

/// The states that the kiosk's page is tested with (Tests/BrowserTests/states) are ones that the service can send. What is named
/// hostile has texts of other kinds on purpose, but no other keys.
@Suite struct KioskStateTests {
    /// A value of a document at its place, such as `rows[].total.minor`.
    private struct Leaf: Hashable {
        let path: String
        let kind: String
        /// What it says, if it is text.
        var text: String?
    }

    private enum Node: Decodable {
        case null, flag, number
        case text(String)
        case list([Node])
        case object([String: Node])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if (try? value.decode(Bool.self)) != nil {
                self = .flag
            } else if (try? value.decode(Double.self)) != nil {
                self = .number
            } else if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let list = try? value.decode([Node].self) {
                self = .list(list)
            } else {
                self = .object(try value.decode([String: Node].self))
            }
        }

        subscript(key: String) -> Node? { if case .object(let members) = self { members[key] } else { nil } }
        var text: String? { if case .text(let text) = self { text } else { nil } }

        func leaves(at path: String = "") -> [Leaf] {
            switch self {
            case .null: [Leaf(path: path, kind: "null")]
            case .flag: [Leaf(path: path, kind: "flag")]
            case .number: [Leaf(path: path, kind: "number")]
            case .text(let text): [Leaf(path: path, kind: "text", text: text)]
            case .list(let list): [Leaf(path: path, kind: "list")] + list.flatMap { $0.leaves(at: path + "[]") }
            case .object(let members):
                [Leaf(path: path, kind: "object")]
                    + members.flatMap { $1.leaves(at: path.isEmpty ? $0 : "\(path).\($0)") }
            }
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../BrowserTests/states")

    /// The states by their names, which are those of a screen and what is special about it.
    private static func states() throws -> [(name: String, state: Node)] {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "json" }.flatMap { file in
            try JSONDecoder().decode([Node].self, from: Data(contentsOf: file)).map { ($0["name"]?.text ?? "", $0) }
        }
    }

    private static let euro = Money(minorUnits: 100, currency: .eur)

    private static func document(_ screen: KioskScreen) throws -> Node {
        var state = KioskState()
        state.screen = screen
        _ = state.cart.add(product: 1, variation: nil, name: "Cake", detail: "", price: euro, quantity: 1)
        let kiosk = ServedKiosk(settings: KioskSettings(), shopName: "Café")
        let document = KioskDocument(state: state, kiosk: kiosk, now: KioskTime(milliseconds: 0))
        return try JSONDecoder().decode(Node.self, from: Data(document.bytes))
    }

    /// What the service can send of customers' screens and of the one on which a PIN is entered, by the screen's name.
    private static func sent() throws -> [String: [Leaf]] {
        var sent: [String: [Leaf]] = [:]
        for screen in KioskScreenSamples.screens {
            let leaves = try document(screen)["screen"]?.leaves() ?? []
            sent[screen.name, default: []] += leaves
        }
        return sent
    }

    /// The places at which one of a few words stands.
    private static let worded: Set<String> = [
        "state", "reason", "by", "phase", "picture", "step", "waiting_for", "source", "choices[]",
        "unavailable[].choice", "svg_path",
    ]

    @Test func eachStateHasOnlyKeysAndWordsThatTheServiceSends() throws {
        let sent = try Self.sent()
        let states = try Self.states()
        #expect(states.count > 80)
        for (name, state) in states {
            let screen = try #require(state["screen"]?["name"]?.text)
            guard let known = sent[screen] else {
                #expect(screen.hasPrefix("operator_") || name == "unknown.usual", "\(name) is of no screen")
                continue
            }
            let (paths, kinds) = (Set(known.map(\.path)), Set(known.map { "\($0.path): \($0.kind)" }))
            let words = Set(known.filter { Self.worded.contains($0.path) })
            for leaf in state["screen"]?.leaves() ?? [] {
                #expect(paths.contains(leaf.path), "\(name): \(leaf.path)")
                if name.contains("hostile") { continue }
                #expect(kinds.contains("\(leaf.path): \(leaf.kind)"), "\(name): \(leaf.path) is no \(leaf.kind)")
                if Self.worded.contains(leaf.path) { #expect(words.contains(leaf), "\(name): \(leaf)") }
            }
        }
    }

    @Test func eachPictureOfTheTerminalIsAmongTheStates() throws {
        let shown = try Self.states().compactMap { $0.state["screen"]?["picture"]?.text }
        #expect(Set(KioskPaying.Picture.allCases.map(\.rawValue)).isSubset(of: shown))
    }

    @Test func eachCodeIsOneThatTheServiceHas() throws {
        for (name, state) in try Self.states() where !name.contains("hostile") {
            for leaf in state["screen"]?.leaves() ?? [] {
                let isCode = leaf.path.hasSuffix("code") || leaf.path.hasSuffix("refusal")
                guard isCode, let code = leaf.text else { continue }
                #expect(FailureList.meaning(of: code) != nil || code == KioskState.starting, "\(name): \(code)")
            }
        }
    }

    @Test func whatStandsBesideTheScreenIsInTheDocument() throws {
        guard case .object(let document) = try Self.document(.attract) else { return }
        for (name, state) in try Self.states() {
            guard case .object(let members) = state else { continue }
            #expect(Set(members.keys).subtracting(["name"]).isSubset(of: document.keys), "\(name)")
        }
    }

    @Test func theDocumentNamesTheShopsTimeZone() throws {
        var kiosk = ServedKiosk(settings: KioskSettings(), shopName: "Café")
        kiosk.timeZone = try #require(TimeZone(identifier: "Pacific/Auckland"))
        let document = KioskDocument(state: KioskState(), kiosk: kiosk, now: KioskTime(milliseconds: 0))
        #expect(document.json["time_zone"] == "Pacific/Auckland")
    }

    @Test func eachStepOfAnOperatorsFormIsOneThatTheServiceHas() throws {
        let steps = KioskStaffForm.Step.allCases.map(\.rawValue)
        let statements = KioskStaffForm.Statement.allCases.map(\.rawValue)
        for (name, state) in try Self.states() where name.hasPrefix("operator_") && !name.contains("hostile") {
            for leaf in state["screen"]?.leaves() ?? [] {
                guard let text = leaf.text else { continue }
                switch leaf.path {
                case "step", "entries[].step": #expect(steps.contains(text), "\(name): \(text)")
                case "statement", "statements[]": #expect(statements.contains(text), "\(name): \(text)")
                case "giving_back.picture": #expect(KioskPaying.Picture(rawValue: text) != nil, "\(name): \(text)")
                case "done": #expect(KioskStaffWork.Verb(rawValue: text)?.endsUnseen == true, "\(name): \(text)")
                case "rows[].outcome", "payment.outcome", "returns[].outcome", "outcome":
                    #expect(KioskOutcome(rawValue: text) != nil, "\(name): \(text)")
                default: break
                }
            }
        }
    }
}
