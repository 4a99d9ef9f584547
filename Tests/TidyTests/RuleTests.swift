import Testing

/// Each rule catches what it is for: a planted offence is found on its line, and a similar line that keeps the rule is
/// not.
@Suite struct RuleTests {
    private func source(_ text: String, at path: String = "Sources/Stores/A.swift") -> SwiftSource {
        SwiftSource(path: path, text: text)
    }

    // MARK: imports

    @Test(arguments: [
        ("Sources/Model/Money/Money.swift", "Flow"), ("Sources/Stores/A.swift", "Readers"),
        ("Sources/Readers/ZVT/A.swift", "Transports"), ("Flow/Sources/Flow/A.swift", "Hardware"),
        ("Sources/Receipts/A.swift", "ESCPOS"), ("Sources/Stores/A.swift", "GRDB"),
        ("Sources/Hardware/A.swift", "Glibc"), ("Sources/Till/PayCommand.swift", "Simulator"),
        ("Sources/Stores/A.swift", "Simulator"), ("Simulator/Simulator/A.swift", "Till"),
        ("Simulator/till-sim/A.swift", "Stores"), ("Simulator/Simulator/Acquiring/A.swift", "Readers"),
        ("Simulator/Simulator/Terminal/A.swift", "Readers"),
    ])
    func anImportThatPointsTheWrongWayIsFound(path: String, module: String) {
        let found = ImportRule.offences(in: source("// why\nimport \(module)\n", at: path))
        #expect(found.map(\.line) == [2])
    }

    @Test(arguments: [
        ("Sources/Stores/A.swift", "Storage"), ("Sources/Storage/A.swift", "GRDB"),
        ("Sources/Model/A.swift", "Foundation"),
        ("Sources/Readers/A.swift", "Dispatch"), ("Sources/Till/CompositionRoot.swift", "Simulator"),
        ("Tests/UnitTests/Model/A.swift", "Simulator"), ("Simulator/Simulator/World/A.swift", "Readers"),
    ])
    func anImportThatPointsDownwardIsLawful(path: String, module: String) {
        #expect(ImportRule.offences(in: source("import \(module)\n", at: path)).isEmpty)
    }

    @Test(arguments: [
        ("import Model", "Model"), ("  @testable import Model", "Model"), ("public import struct Model.Money", "Model"),
        ("@preconcurrency internal import Model", "Model"), ("let important = 1", nil), ("x.import(Model)", nil),
    ])
    func theImportedModuleIsRead(line: String, module: String?) {
        #expect(ImportRule.importedModule(line) == module)
    }

    @Test func aFolderOutsideTheTableIsFound() {
        #expect(ImportRule.offences(in: source("", at: "Sources/Attic/A.swift")).count == 1)
    }

    // MARK: calls

    @Test(arguments: [
        "let now = Date()", "let now = Date.now", "let clock = ContinuousClock()", "let id = UUID()",
        "var dice = SystemRandomNumberGenerator()", "let n = Int.random(in: 1...6)", "let n = list.randomElement()",
        "Task { await work() }", "Task<Void, Never> { }", "Task(priority: .low) { }", "Task.detached { }",
        "Task.init { }",
        "try await Task.sleep(for: .seconds(1))", "Thread.sleep(forTimeInterval: 1)", "sleep(1)", "usleep(1)",
        "DispatchQueue.main.async { }", "DispatchQueue.global().async { }", "let queue = DispatchQueue(label: name)",
        "let thread = Thread { }",
    ])
    func whatOnlyTheEnvironmentMayDoIsFoundElsewhere(line: String) throws {
        let planted = source("let a = 1\n\(line)\n")
        let found = try CallRule.offences(in: planted, of: ForbiddenCall.ofTheWorld)
        #expect(found.first?.line == 2)
        let there = source(line, at: "Flow/Sources/Flow/Environment/Live/EnvironmentLive.swift")
        #expect(try CallRule.offences(in: there, of: ForbiddenCall.ofTheWorld).isEmpty)
    }

    @Test(arguments: [
        "environment.now()", "environment.random()", "Int.random(in: 0..<3, using: &seeded)",
        "try await environment.sleep(until)",
        "environment.spawn(name) { }",
        "Date(timeIntervalSince1970: seconds)", "UUID(uuidString: text)", "withTaskGroup(of: Int.self) { $0 }",
        "func makeTask() { }", "let task: Task<Void, Never>?", "// Date()", "print(\"Date()\")",
    ])
    func whatTheEnvironmentGivesIsLawful(line: String) throws {
        #expect(try CallRule.offences(in: source(line), of: ForbiddenCall.ofTheWorld).isEmpty)
    }

    @Test(arguments: ["try await Task.sleep(for: span)", "usleep(10)", "let n = Int.random(in: 0..<3)"])
    func aTestMayNotWaitNorRollDiceEither(line: String) throws {
        let planted = source(line, at: "Flow/Tests/FlowTests/A.swift")
        #expect(try CallRule.offences(in: planted, of: ForbiddenCall.ofTheWorld).count == 1)
    }

    @Test(arguments: [
        "let id: String = row[\"id\"]", "rows.map { $0[\"key\"] }", "try row(sql)?[\"value\"]",
        "let first: Int = row[0]",
    ])
    func aColumnReadBySubscriptIsFoundInStorage(line: String) throws {
        let planted = source(line, at: "Sources/Storage/A.swift")
        #expect(try CallRule.offences(in: planted, of: ForbiddenCall.ofEveryone).count == 1)
        #expect(try CallRule.offences(in: source(line), of: ForbiddenCall.ofEveryone).isEmpty)
        for lawful in ["try row.text(\"id\")", "settings[key]", "execute(sql, [\"id\": id])", "let a = [\"a\"]"] {
            let here = source(lawful, at: "Sources/Storage/A.swift")
            #expect(try CallRule.offences(in: here, of: ForbiddenCall.ofEveryone).isEmpty)
        }
    }

    @Test(arguments: ["Payments", "Stores", "Hardware"])
    func aNumberOfAProtocolIsFoundWhereNoProtocolIsKnown(room: String) throws {
        for line in ["case .refused(0x9C): busy()", "let code: UInt8 = 0xF0"] {
            let planted = source(line, at: "Sources/\(room)/A.swift")
            #expect(try CallRule.offences(in: planted, of: ForbiddenCall.ofEveryone).count == 1)
            let atHome = source(line, at: "Sources/Readers/ZVT/A.swift")
            #expect(try CallRule.offences(in: atHome, of: ForbiddenCall.ofEveryone).isEmpty)
        }
    }

    @Test func aCodeThatNothingFailsWithIsFound() throws {
        let list = source("    case jammed = \"line.jammed\"", at: "Sources/Failures/Codes/LineFailure.swift")
        for idle in ["", "if failure.is(LineFailure.jammed) {", "throw Failure(OtherFailure.jammed, why)"] {
            #expect(try FailureRule.dead(in: [list, source(idle)]).count == 1)
        }
        for maker in ["throw Failure(LineFailure.jammed, why)", "func a(_ b: LineFailure)\na(.jammed)"] {
            #expect(try FailureRule.dead(in: [list, source(maker)]).isEmpty)
        }
    }

    @Test func codesOutsideOfTheListAreFound() throws {
        let codes = "private enum Code: String, FailureCode {"
        #expect(try FailureRule.unlisted(in: source(codes)).count == 1)
        #expect(try FailureRule.unlisted(in: source(codes, at: "Tests/UnitTests/Stores/A.swift")).isEmpty)
    }

    @Test(arguments: ["let a = try! f()", "let a = b as! C", "fatalError()", "return x ?? fatalError(why)"])
    func aCrashIsFound(line: String) throws {
        for path in ["Flow/Sources/Flow/Environment/Environment.swift", "Flow/Tests/FlowTests/A.swift"] {
            #expect(try CallRule.offences(in: source(line, at: path), of: ForbiddenCall.ofEveryone).count == 1)
        }
    }

    @Test(arguments: ["let a = try? f()", "let a = b as? C", "preconditionFailure(why)", "let isFatal = true"])
    func anAnswerInsteadOfACrashIsLawful(line: String) throws {
        #expect(try CallRule.offences(in: source(line), of: ForbiddenCall.ofEveryone).isEmpty)
    }

    @Test(arguments: [
        "final class A: @unchecked Sendable {", "nonisolated(unsafe) var a = 1", "let a = b!", "let a = f(x)!.y",
        "let a = b[0]!", "var a: Int!", "let a = try? b!", "let a = f { $0 }!",
    ])
    func aStepAroundTheCompilerNeedsItsReasonOnItsLine(line: String) throws {
        #expect(try CallRule.unguarded(in: source("let z = 1\n\(line)")).map(\.line) == [2])
        #expect(try CallRule.unguarded(in: source("\(line)  // guards:")).count == 1)
        #expect(try CallRule.unguarded(in: source("// guards: why\n\(line)")).count == 1)
        #expect(try CallRule.unguarded(in: source("\(line)  // guards: made three lines above")).isEmpty)
    }

    @Test(arguments: ["if a != b { }", "if !a { }", "let a = !b.isEmpty", "f(!a, [!b])", "let a = \"ready!\""])
    func anExclamationMarkThatForcesNothingIsLawful(line: String) throws {
        #expect(try CallRule.unguarded(in: source(line)).isEmpty)
    }
}
