import Foundation

/// Maps one entity.
package struct EntityMapper<Entity: ShopEntity>: Mapper {
    package init() {}

    package func map(_ response: Response) throws(NetworkError) -> Entity { try Entity(try response.object) }
}
