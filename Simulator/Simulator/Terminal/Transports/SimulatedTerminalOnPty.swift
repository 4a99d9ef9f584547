import Flow
import Foundation

/// A simulated terminal on a pty of its own, paced to its baud rate, with its journal on disk.
package final class SimulatedTerminalOnPty: Sendable {
    /// The default baud rate of terminals (ZVT transport §3).
    package static let usualBaud = 9600

    package let scenario: TerminalScenario
    /// The symbolic link that a till opens.
    package let link: String
    package let baud: Int
    package let journalPath: String
    private let host: PtyHost

    /// Opens the terminal's journal. Throws when it cannot be read or belongs to another simulator.
    ///
    /// - Parameters:
    ///   - directory: the folder of the journal, new or continued.
    ///   - link: the symbolic link; by default `terminal` in the directory.
    package init(
        scenario: TerminalScenario, directory: String, link: String? = nil,
        baud: Int = SimulatedTerminalOnPty.usualBaud, stopBits: Int = 2, environment: Environment
    ) throws(Failure) {
        self.scenario = scenario
        self.baud = baud
        self.link = link ?? directory + "/terminal"
        let journal = try TerminalJournalFile(in: directory)
        journalPath = journal.path
        let device = TerminalPtyDevice(scenario, journal: journal, environment: environment)
        host = PtyHost(device, link: self.link, baud: baud, stopBits: stopBits, environment: environment)
    }

    /// Opens the pty and returns the link; a till can connect now.
    @discardableResult
    package func start() throws(Failure) -> String {
        try host.start()
        return link
    }

    /// Hangs up, removes the link and waits for both.
    package func stop() { host.stop() }
}
