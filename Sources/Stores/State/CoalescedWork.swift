import Flow

/// Work that is done in rounds, each of which takes up all there is to do by then: how an effect is told that there may
/// be more. A round under way is never cut short; a pause before the next try is.
struct CoalescedWork: Hashable, Codable, Sendable {
    /// How often somebody asked for a round. A round that was begun for fewer is followed by another.
    private(set) var asked = 0
    private(set) var isUnderWay = false

    mutating func ask(_ effect: inout EffectState, retry: Retry) {
        asked += 1
        if isUnderWay || effect.attempt?.delay == .zero { return }
        effect.restart(retry: retry)
    }

    mutating func begin() { isUnderWay = true }

    /// - Parameter answered: what `asked` was when the round began.
    mutating func rest(_ effect: inout EffectState, answered: Int, retry: Retry) {
        isUnderWay = false
        if answered == asked { effect.succeed() } else { effect.restart(retry: retry) }
    }

    mutating func halt(_ effect: inout EffectState, _ failure: Failure) {
        isUnderWay = false
        effect.retryOrFail(with: failure)
    }

    /// Whether nothing is being done. A pause before another try is rest: nobody knows when it will succeed.
    func isAtRest(_ effect: EffectState) -> Bool {
        guard let attempt = effect.attempt else { return true }
        return !isUnderWay && attempt.lastFailure != nil
    }
}

extension EffectState {
    /// Why the last attempt failed, whether or not another follows.
    var lastFailure: Failure? {
        switch phase {
        case .idle, .succeeded, .cancelled: nil
        case .failed(let failure): failure
        case .inProgress(let attempt): attempt.lastFailure
        }
    }
}
