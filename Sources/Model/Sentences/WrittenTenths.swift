/// A number with one decimal within a sentence, such as a size in megabytes.
package struct WrittenTenths: Hashable, Sendable {
    private let tenths: Int64

    /// - Parameter tenths: the number, ten times.
    package init(_ tenths: Int64) { self.tenths = tenths }

    func text(in language: OperatorLanguage) -> String {
        let sign = tenths < 0 ? "-" : ""
        return "\(sign)\(tenths.magnitude / 10)\(language.text("format.decimalSign"))\(tenths.magnitude % 10)"
    }
}

extension WrittenTenths: CustomStringConvertible {
    /// In English: `3.5`.
    package var description: String { text(in: .original) }
}
