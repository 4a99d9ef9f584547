import Simulator
import StorageInMemory
import Synchronization

/// Decides the fate of each deed of a till, over all its lives, and carries out the cuts.
final class ShopPlan: Sendable {
    private struct State {
        var cuts: [ShopCut]
        var isOn = false
        var deeds: [Deed] = []
        var struck: [ShopCut] = []
        var isDark = false
    }

    private let state: Mutex<State>
    private let shops: FaultyShops
    private let kiosk: VirtualKiosk

    init(_ cuts: [ShopCut], _ shops: FaultyShops, _ kiosk: VirtualKiosk) {
        state = Mutex(State(cuts: cuts))
        self.shops = shops
        self.kiosk = kiosk
    }

    /// All deeds while the plan was on, in order.
    var deeds: [Deed] { state.withLock { $0.deeds } }
    /// The cuts that have come.
    var struck: [ShopCut] { state.withLock { $0.struck } }

    /// Gives the terminal its power back if it had failed.
    func endPowerCut() {
        let isDark = state.withLock { state in
            defer { state.isDark = false }
            return state.isDark
        }
        if isDark { kiosk.terminal.switchOn() }
    }

    func set(on: Bool) { state.withLock { $0.isOn = on } }

    /// A new life of the till under this plan.
    func life() -> TillLife { TillLife { [self] in fate(of: $0) } }

    private func fate(of deed: Deed) -> TillLife.Fate {
        let kind = state.withLock { state -> ShopCutKind? in
            guard state.isOn else { return nil }
            state.deeds.append(deed)
            guard let next = state.cuts.first, state.deeds.count >= next.place, next.kind.concerns(deed) else {
                return nil
            }
            state.cuts.removeFirst()
            state.struck.append(next)
            return next.kind
        }
        guard let kind else { return .comesToPass }
        switch kind {
        case .tillDies: return .diesBefore
        case .tillDiesWithin: return .diesWithin
        case .powerFails:
            (kiosk.storage as? MemoryStorage)?.losePower()
            kiosk.terminal.switchOff()
            state.withLock { $0.isDark = true }
            return .diesBefore
        case .lineLost: kiosk.terminal.pullCable(backAfter: .seconds(5))
        default: shops.next(kind)
        }
        return .comesToPass
    }
}
