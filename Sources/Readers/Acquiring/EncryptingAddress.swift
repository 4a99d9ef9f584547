import Failures
import Flow
import Model

/// The address of an encrypting reader, with its options: `serial:/dev/ttyACM0?protocol=neo2&acquirer=NAME[&scenario=NAME]`.
package struct EncryptingAddress: Hashable, Sendable {
    /// ID TECH NEO 2, the only supported protocol of encrypting readers.
    package static let neo2 = "neo2"

    fileprivate enum Option {
        static let speaks = "protocol"
        static let acquirer = "acquirer"
        static let scenario = "scenario"
        static let all = [speaks, acquirer, scenario]
    }

    /// The address of the line without these options.
    package let line: DeviceAddress
    /// The name of the acquirer that authorises this reader's cards.
    package let acquirer: String
    /// The scenario of a simulated acquirer.
    package let scenario: String?

    /// Whether the address is meant for an encrypting reader, even if it has mistakes.
    package static func isMeant(by address: DeviceAddress) -> Bool { address.options[Option.speaks] != nil }

    /// Nil for the address of a terminal. Throws `reader.badProtocol` or `reader.noAcquirer`, with a remedy.
    package init?(_ address: DeviceAddress) throws(Failure) {
        guard let speaks = address.options[Option.speaks] else { return nil }
        guard speaks == Self.neo2 else {
            throw Failure(
                ReaderFailure.badProtocol, Sentence("failure.reader.badProtocol", ["speaks": speaks]),
                remedy: Sentence("remedy.reader.badProtocol", ["neo": Self.neo2]), recovery: .giveUp)
        }
        guard let acquirer = address.options[Option.acquirer] else {
            throw Failure(
                ReaderFailure.noAcquirer, Sentence("failure.reader.noAcquirer", ["address": address]),
                remedy: Sentence("remedy.reader.noAcquirer"), recovery: .giveUp)
        }
        self.acquirer = acquirer
        scenario = address.options[Option.scenario]
        line = DeviceAddress(
            scheme: address.scheme, path: address.path,
            options: address.options.filter { !Option.all.contains($0.key) })
    }
}

extension DeviceAddress {
    /// The address of a NEO 2 reader on a line. Without an acquirer it only identifies the reader and cannot be connected.
    package static func neo2(on line: DeviceAddress, acquirer: String? = nil, scenario: String? = nil) -> DeviceAddress
    {
        var options = line.options
        options[EncryptingAddress.Option.speaks] = EncryptingAddress.neo2
        options[EncryptingAddress.Option.acquirer] = acquirer
        options[EncryptingAddress.Option.scenario] = scenario
        return DeviceAddress(scheme: line.scheme, path: line.path, options: options)
    }
}
