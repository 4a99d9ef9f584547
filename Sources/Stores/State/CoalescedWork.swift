import Flow

/// Work of which each pass does everything there is to do by then. New requests only ask for another pass: a running pass is never
/// interrupted, but a pause before a retry is.
struct CoalescedWork: Hashable, Codable, Sendable {
    /// How often a pass was requested. A pass that began before the latest request is followed by another.
    private(set) var asked = 0
    private(set) var isUnderWay = false

    mutating func ask(_ effect: inout EffectState, retry: Retry) {
        asked += 1
        if isUnderWay || effect.attempt?.delay == .zero { return }
        effect.restart(retry: retry)
    }

    mutating func begin() { isUnderWay = true }

    /// Ends a pass that did all there was to do. Another follows at once if work was requested since it began.
    ///
    /// - Parameter answered: the value of `asked` when the pass began.
    mutating func rest(_ effect: inout EffectState, answered: Int, retry: Retry) {
        isUnderWay = false
        if answered == asked { effect.succeed() } else { effect.restart(retry: retry) }
    }

    mutating func halt(_ effect: inout EffectState, _ failure: Failure) {
        isUnderWay = false
        effect.retryOrFail(with: failure)
    }

    /// Whether nothing is being done. A pause before a retry counts as rest, since it is not known when it will
    /// succeed.
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
