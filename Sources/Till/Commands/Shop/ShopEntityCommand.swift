import Flow
import Networking
import Stores

/// A command that shows one thing of the shop.
protocol ShopEntityCommand: TillCommand {
    associatedtype Entity: ShopEntity
    var output: JSONOption { get }
    func load(from till: LiveTill) async throws(Failure) -> Cached<Entity>
    func rows(of entity: Entity) -> [String]
}

extension ShopEntityCommand {
    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        try console.show(try await load(from: till), in: till, asJSON: output.json, rows: rows)
        return .done
    }
}
