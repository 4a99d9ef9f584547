import Flow
import Foundation
import Model
import Storage

/// What the till has cached of its shops, for the stores of every session.
struct ShopCaches: Sendable {
    typealias Branch = StateStore<ShopCacheState, ShopCacheEvent>

    let storage: any StorageManagerType
    let branch: Branch

    init(storage: any StorageManagerType, root: StateStore<TillState, TillEvent>) {
        self.storage = storage
        branch = root.branch(ShopCacheState()) { state, event in state.reduce(event) }
    }
}
