/// What a failure's code means to a program and to a person, besides the sentence that is said each time.
package struct FailureMeaning: Hashable, Sendable {
    package let exitClass: ExitClass
    package let mender: Mender
    /// When it is said: one sentence for the list of all codes.
    package let when: String

    init(_ exitClass: ExitClass, mends mender: Mender, _ when: String) {
        self.exitClass = exitClass
        self.mender = mender
        self.when = when
    }
}

/// What a failure means to a script. The command line has a number for each.
package enum ExitClass: String, CaseIterable, Sendable {
    /// The same request may succeed later, unchanged.
    case temporary
    /// It contradicts what has happened, or what something else does.
    case conflict
    case notFound
    /// The request itself is wrong.
    case usage
    /// What was read is not as it must be: a file, an answer, stored data.
    case malformed
    /// A device, the disk or the output cannot be used.
    case deviceUnavailable
    /// Money may have moved.
    case inDoubt
    case cancelled
    case notPermitted
    /// A mistake in Till.
    case internalError
}

/// Who can do something about a failure.
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
