import Configuration
import Flow
import Foundation
import Model
import Simulator
import Payments
import Stores
import Testing

@testable import Till

/// The till as the program composes it, with several real lines and connections.
@Suite struct TillFleetTests {
    @Test func fourTerminalsOnLinesAndOnTheNetworkTakeAPaymentEachInOneProcess() async throws {
        let folder = NSTemporaryDirectory() + Environment.live.newID("fleet")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let onLines = try (0..<2).map {
            try SimulatedTerminalOnPty(
                scenario: Self.scenario($0), directory: "\(folder)/line-\($0)", baud: 115_200, environment: .live)
        }
        let onNetwork = try (2..<4).map {
            try SimulatedTerminalOnTCP(
                scenario: Self.scenario($0), directory: "\(folder)/network-\($0)", port: 0, environment: .live)
        }
        defer {
            for terminal in onLines { terminal.stop() }
            for terminal in onNetwork { terminal.stop() }
        }
        let uses = ["kept", "transaction"]
        let readers =
            try onLines.map { DeviceAddress(scheme: "serial", path: try $0.start(), options: ["baud": "115200"]) }
            + zip(onNetwork, uses).map {
                DeviceAddress(scheme: "tcp", path: try $0.start(), options: ["connection": $1])
            }
        let setup = TillSetup(
            directory: folder + "/data", configuration: TillConfiguration.read([], environment: [:]).configuration)
        let till = try await LiveTill(setup)
        let outcomes = try await Self.pay(
            till, readers, printer: DeviceAddress(scheme: "file", path: folder + "/paper"))
        #expect(outcomes == ["approved", "approved", "approved", "approved"])
        let journals = try (onLines.map(\.journalPath) + onNetwork.map(\.journalPath)).map {
            try TerminalJournal(contentsOf: $0)
        }
        #expect(journals.map { $0.netCharged() } == [1000, 1001, 1002, 1003])
    }

    private static func scenario(_ index: Int) -> TerminalScenario {
        var scenario = TerminalScenario()
        scenario.identity.terminalID = String(29_000_001 + index)
        return scenario
    }

    private static func pay(
        _ till: LiveTill, _ terminals: [DeviceAddress], printer: DeviceAddress
    ) async throws -> [String] {
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (index, terminal) in terminals.enumerated() {
                let amount = Money(minorUnits: 1000 + Int64(index), currency: .eur)
                let request = PaymentRequest(subject: .amount(amount), terminal: terminal, printer: printer)
                group.addTask {
                    let report = try await till.ask { CardPresentPaymentsAction.collectPayment(request, $0) }
                    return (index, report.outcome.word)
                }
            }
            var outcomes = [String](repeating: "", count: terminals.count)
            for try await (index, outcome) in group { outcomes[index] = outcome }
            return outcomes
        }
    }
}
