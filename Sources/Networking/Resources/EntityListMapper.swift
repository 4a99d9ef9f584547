import Foundation

/// Maps a page of entities.
package struct EntityListMapper<Entity: ShopEntity>: Mapper {
    package init() {}

    package func map(_ response: Response) throws(NetworkError) -> Page<Entity> {
        var items: [Entity] = []
        for object in try response.objects { items.append(try Entity(object)) }
        return Page(items, response)
    }
}
