/// The version of a plugin, compared by its numbers: `9.10.0` is newer than `9.9`. What is no number counts as 0.
struct PluginVersion: Comparable, Sendable {
    let text: String
    private let numbers: [Int]

    init(_ text: String) {
        self.text = text
        numbers = text.split(separator: ".").prefix(4).map { Int($0.prefix { $0.isASCII && $0.isNumber }) ?? 0 }
    }

    static func < (left: PluginVersion, right: PluginVersion) -> Bool {
        left.padded.lexicographicallyPrecedes(right.padded)
    }
    static func == (left: PluginVersion, right: PluginVersion) -> Bool { left.padded == right.padded }

    private var padded: [Int] { numbers + [Int](repeating: 0, count: 4 - numbers.count) }
}
