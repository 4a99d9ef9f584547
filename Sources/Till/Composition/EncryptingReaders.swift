import Configuration
import Failures
import Flow
import Hardware
import Model
import Readers
import Simulator
import Synchronization
import Transports

/// Makes encrypting readers from their addresses, which name the line and the acquirer.
enum EncryptingReaders {
    /// NEO 2 IDG p. 39.
    private static let line = SerialSettings(baud: .b115200, stopBits: .one)

    /// Makes the service that connects each encrypting reader with the acquirer that its address names.
    ///
    /// - Parameter directory: where the simulated acquirer stores its transactions.
    static func service(
        _ configuration: TillConfiguration, directory: String, environment: Environment
    ) -> EncryptingReaderService {
        let acquirers = Acquirers(directory: directory, environment: environment)
        return EncryptingReaderService(
            reader: { identity throws(Failure) in
                let line = configuration.terminalLine(identity.address)
                guard let address = try EncryptingAddress(line) else { throw .unknownScheme(line) }
                let reader = try reader(identity, on: address.line, uptime: environment.uptime)
                try reader.open()
                return reader
            },
            acquirer: { (address) throws(Failure) in
                guard let address = try EncryptingAddress(address) else { throw .unknownScheme(address) }
                return try acquirers.named(address)
            }, environment: environment)
    }

    private static func reader(
        _ identity: DeviceIdentity, on address: DeviceAddress, uptime: @escaping @Sendable () -> Uptime
    ) throws(Failure) -> NEO2Reader {
        switch address.scheme {
        case "serial":
            let port = try SerialPort(address, defaults: line, uptime: uptime)
            return NEO2Reader(identity: identity, transport: port, line: .serial)
        case "usb":
            let port = try USBPort(address, for: .reports, uptime: uptime)
            return NEO2Reader(identity: identity, transport: port, line: .reports)
        default: throw .unknownScheme(address)
        }
    }
}

/// The acquirers of this till by name. A new acquirer is added here.
private final class Acquirers: Sendable {
    private static let simulated = "simulated"

    private let directory: String
    private let environment: Environment
    /// The only simulated acquirer: its transactions are in one file.
    private let made = Mutex<SimulatedAcquirer?>(nil)

    init(directory: String, environment: Environment) {
        self.directory = directory
        self.environment = environment
    }

    func named(_ address: EncryptingAddress) throws(Failure) -> any Acquirer {
        guard address.acquirer == Self.simulated else {
            throw Failure(
                AcquirerFailure.unknown, Sentence("failure.acquirer.unknown", ["acquirer": address.acquirer]),
                remedy: Sentence("remedy.acquirer.unknown", ["simulated": Self.simulated]), recovery: .giveUp)
        }
        if let made = made.withLock({ $0 }) { return made }
        let scenario = try AcquiringScenario(named: address.scenario ?? AcquiringScenario.Shipped.approve.rawValue)
        let acquirer = try SimulatedAcquirer(
            scenario.acquirer, directory: directory + "/simulated-acquirer", environment: environment)
        made.withLock { $0 = acquirer }
        return acquirer
    }
}
