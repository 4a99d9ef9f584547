/// The name of a logo on a sheet. The same picture with another way of dithering is another logo.
package struct LogoName: Hashable, Sendable, ExpressibleByStringLiteral {
    package let name: String
    package let dithering: Dithering

    package init(_ name: String, _ dithering: Dithering = .floydSteinberg) {
        self.name = name
        self.dithering = dithering
    }

    package init(stringLiteral name: String) { self.init(name) }
}
