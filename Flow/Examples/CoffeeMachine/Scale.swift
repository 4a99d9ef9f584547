import Flow
import Foundation
import Synchronization

/// A scale whose library offers only a call that blocks.
final class Scale: Sendable {
    private let weighings = Atomic(0)

    func waitForWeight() -> Int { weighings.add(1, ordering: .relaxed).newValue }
}

struct ScaleState: Codable, Sendable {
    var weighing = EffectState()
    var weight = 0
}

enum ScaleEvent: Codable, Sendable { case weighed(Int) }

/// The effect that weighs with a call that blocks.
func weighing(
    with scale: Scale, _ dispatch: StateStore<ScaleState, ScaleEvent>.EffectDispatch
) -> Effect {
    Effect.blocking { cancellation in
        while !cancellation.isCancelled { dispatch(.weighed(scale.waitForWeight())) }
    }
}

/// A price list, which may be used for a limited time.
struct PriceList: Sendable {
    let isForToday: Bool
}

let prices = CacheValidity<PriceList> { list, loadedAt, now in list.isForToday || now < loadedAt + 30 }
