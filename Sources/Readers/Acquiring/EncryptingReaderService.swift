import Flow
import Hardware
import Model

/// Connects encrypting readers together with their acquirers.
package struct EncryptingReaderService: CardReaderService {
    private let candidates: @Sendable () -> [DeviceIdentity]
    private let reader: @Sendable (DeviceIdentity) throws(Failure) -> any EncryptingReader
    private let acquirer: @Sendable (DeviceAddress) throws(Failure) -> any Acquirer
    private let environment: Environment

    /// - Parameters:
    ///   - candidates: the devices that could be readers now.
    ///   - reader: opens the line to a reader exclusively.
    ///   - acquirer: the acquirer for the reader at an address.
    package init(
        candidates: @escaping @Sendable () -> [DeviceIdentity] = { [] },
        reader: @escaping @Sendable (DeviceIdentity) throws(Failure) -> any EncryptingReader,
        acquirer: @escaping @Sendable (DeviceAddress) throws(Failure) -> any Acquirer, environment: Environment
    ) {
        self.candidates = candidates
        self.reader = reader
        self.acquirer = acquirer
        self.environment = environment
    }

    package func discover() -> [DeviceIdentity] { candidates() }

    package func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal {
        let identity = identity(address)
        let acquirer = try acquirer(address)
        return AcquiringTerminal(
            identity: identity, reader: try reader(identity), acquirer: acquirer, environment: environment)
    }

    /// Connects the acquirer without the reader, to ask for the outcome of a transaction.
    package func connectToAsk(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal {
        AcquiringTerminal(
            identity: identity(address), reader: nil, acquirer: try acquirer(address), environment: environment)
    }

    private func identity(_ address: DeviceAddress) -> DeviceIdentity {
        candidates().first { $0.address == address } ?? DeviceIdentity(kind: .terminal, address: address)
    }
}
