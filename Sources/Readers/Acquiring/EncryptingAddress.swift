import Flow
import Model

/// What the address of an encrypting reader says besides its line:
/// `serial:/dev/ttyACM0?protocol=neo2&acquirer=NAME[&scenario=NAME]`.
package struct EncryptingAddress: Hashable, Sendable {
    /// ID TECH NEO 2, the only protocol of such readers.
    package static let neo2 = "neo2"

    fileprivate enum Option {
        static let speaks = "protocol"
        static let acquirer = "acquirer"
        static let scenario = "scenario"
        static let all = [speaks, acquirer, scenario]
    }

    /// The line alone.
    package let line: DeviceAddress
    /// Who decides on the cards of this reader.
    package let acquirer: String
    /// What a simulated acquirer does.
    package let scenario: String?

    /// Whether the address is one of an encrypting reader, sound or not.
    package static func isMeant(by address: DeviceAddress) -> Bool { address.options[Option.speaks] != nil }

    /// Nil for the address of a terminal. Throws `reader.badProtocol` or `reader.noAcquirer`, with what would be right.
    package init?(_ address: DeviceAddress) throws(Failure) {
        guard let speaks = address.options[Option.speaks] else { return nil }
        guard speaks == Self.neo2 else {
            throw Failure(
                "reader.badProtocol", "Till knows no reader's protocol \(speaks).",
                remedy: "write protocol=\(Self.neo2); a ZVT terminal needs none", recovery: .giveUp)
        }
        guard let acquirer = address.options[Option.acquirer] else {
            throw Failure(
                "reader.noAcquirer", "Nobody is named who decides on the cards of the reader at \(address).",
                remedy: "write acquirer=NAME (docs/encrypting-readers.md)", recovery: .giveUp)
        }
        self.acquirer = acquirer
        scenario = address.options[Option.scenario]
        line = DeviceAddress(
            scheme: address.scheme, path: address.path,
            options: address.options.filter { !Option.all.contains($0.key) })
    }
}

extension DeviceAddress {
    /// A NEO 2 reader on that line. Without an acquirer it says which reader is meant, and cannot be connected.
    package static func neo2(on line: DeviceAddress, acquirer: String? = nil, scenario: String? = nil) -> DeviceAddress
    {
        var options = line.options
        options[EncryptingAddress.Option.speaks] = EncryptingAddress.neo2
        options[EncryptingAddress.Option.acquirer] = acquirer
        options[EncryptingAddress.Option.scenario] = scenario
        return DeviceAddress(scheme: line.scheme, path: line.path, options: options)
    }
}
