/// A place in a text. Line and column count from one; columns are Unicode scalars.
package struct TextPlace: Hashable, Comparable, Sendable {
    package let line: Int
    package let column: Int

    static let start = TextPlace(line: 1, column: 1)

    package static func < (one: TextPlace, other: TextPlace) -> Bool {
        (one.line, one.column) < (other.line, other.column)
    }
}
