/// What a failure's code means to a program and to a person, besides the sentence of each failure.
package struct FailureMeaning: Hashable, Sendable {
    package let exitClass: ExitClass
    package let mender: Mender
    /// When the failure occurs: one sentence for the list of all codes.
    package let when: String

    init(_ exitClass: ExitClass, mends mender: Mender, _ when: String) {
        self.exitClass = exitClass
        self.mender = mender
        self.when = when
    }
}
