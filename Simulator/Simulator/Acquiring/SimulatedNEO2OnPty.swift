import Flow

/// A simulated reader on a pty of its own, at the speed of its line.
package final class SimulatedNEO2OnPty: Sendable {
    package static let baud = 115_200

    /// The symbolic link that a till opens.
    package let link: String
    private let host: PtyHost

    package init(_ scenario: AcquiringScenario.Reader, link: String, environment: Environment) {
        self.link = link
        host = PtyHost(
            SimulatedNEO2(scenario), link: link, baud: Self.baud, stopBits: 1, environment: environment)
    }

    /// Opens the pty; a till can connect now.
    package func start() throws(Failure) { try host.start() }
    /// Hangs up, removes the link and waits for both.
    package func stop() { host.stop() }
}
