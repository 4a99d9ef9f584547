/// The bill before it is paid.
package struct KioskReview: Hashable, Codable, Sendable {
    package enum Stage: Hashable, Codable, Sendable {
        case ready
        /// Everything that can refuse the payment is being checked.
        case asking(round: Int)
        case failed(code: String)
    }

    package var attempt: KioskAttempt
    package var stage = Stage.ready

    init(_ attempt: KioskAttempt) { self.attempt = attempt }
}
