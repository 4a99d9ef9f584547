import Flow
import Model

/// Finds and connects terminals of any kind.
package protocol CardReaderService: Sendable {
    /// Lists the devices that could be connected now.
    func discover() -> [DeviceIdentity]
    /// Opens the line and takes the device for this process alone. Nothing is sent.
    ///
    /// A network connection is made when the first request needs it; a failure to connect ends that request as
    /// disturbed.
    func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal
    /// Connects only to ask what became of a transaction. If something other than the device knows that, the device
    /// need not be there.
    func connectToAsk(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal
    /// Returns if the device could be connected now, and throws otherwise. Nothing is sent.
    func reach(_ address: DeviceAddress) async throws(Failure)
}

extension CardReaderService {
    package func connectToAsk(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal { try connect(address) }
    package func reach(_ address: DeviceAddress) async throws(Failure) { try connect(address).close() }
}
