/// This release of Till.
package enum Release {
    package static let version = "0.1.0"

    /// The version as one number, which grows from release to release: 1.2.3 is 1002003.
    package static let number = version.split(separator: ".").reduce(0) { $0 * 1000 + (Int($1) ?? 0) }

    /// The version of that number; nil for a number that no release has.
    package static func version(_ number: Int) -> String? {
        number > 0 ? "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)" : nil
    }
}
