/// The party that can do something about a failure.
package enum Mender: String, CaseIterable, Sendable {
    /// The person at the till, for example with another order, paper, or another card terminal.
    case cashier
    /// The operator of the machine: cables, configuration, disks, payments in doubt.
    case `operator`
    /// The author of the program that calls Till, or the person who typed the command.
    case integrator
    /// The maker of the device or of Till.
    case service
    /// The acquirer, or the merchant's contract with it.
    case acquirer
    /// Nobody has to do anything: the same request succeeds later.
    case time
}
