import Foundation

/// Maps a page of entities. One that cannot be read hides no other.
package struct EntityListMapper<Entity: ShopEntity>: Mapper {
    package init() {}

    package func map(_ response: Response) throws(NetworkError) -> Page<Entity> {
        try Page(response) { (object) throws(NetworkError) in try Entity(object) }
    }
}
