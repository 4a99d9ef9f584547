import Flow
import Networking
import Storage

/// A list of things of one kind that this till keeps by itself, such as which notifications were read.
extension ShopCache {
    static var local: ShopQuery { ShopQuery(scope: "local", page: nil, isOfAll: true) }

    /// Everything in the list. Empty if there is none.
    func everything() throws(Failure) -> [Entity] { try kept(Self.local)?.value.items ?? [] }

    /// The list for observers, who hear of it again whenever it has become another.
    var liveList: ResultsController<Entity> { ResultsController(self, Self.local) }

    /// Changes the list. Nothing else changes it meanwhile.
    func changeAll(_ change: (inout [Entity]) -> Void) throws(Failure) {
        let now = environment.now()
        try storage.writing(.withNext) { transaction in
            var items = try kept(Self.local, in: transaction)?.value.items ?? []
            let before = items
            change(&items)
            guard items != before else { return }
            try keep(
                Listing(items, total: items.count, isWhole: true), of: Self.local, at: now, in: transaction)
        }
        caches.branch.dispatch(.changed(place))
    }

    /// Puts a thing at the end of the list, in place of one with its key.
    func add(_ entity: Entity) throws(Failure) {
        try changeAll { items in
            items.removeAll { $0.key == entity.key }
            items.append(entity)
        }
    }
}
