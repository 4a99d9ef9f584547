/// A logo as it stands on a sheet: the same picture in another way of dithering is another.
package struct LogoName: Hashable, Sendable, ExpressibleByStringLiteral {
    package let name: String
    package let dithering: Dithering

    package init(_ name: String, _ dithering: Dithering = .floydSteinberg) {
        self.name = name
        self.dithering = dithering
    }

    package init(stringLiteral name: String) { self.init(name) }
}
