/// Ordered keys and values. A repeated key is kept as `key#2`.
package struct InspectorObject: Hashable, Sendable {
    /// One key with its value.
    package struct Entry: Hashable, Sendable {
        package let key: String
        package let value: InspectorValue
    }

    package private(set) var entries: [Entry] = []
    /// How often each key has occurred.
    private var times: [String: Int] = [:]

    package subscript(key: String) -> InspectorValue? { entries.first { $0.key == key }?.value }

    mutating func put(_ key: String, _ value: InspectorValue) {
        let number = times[key, default: 0] + 1
        times[key] = number
        entries.append(Entry(key: number == 1 ? key : "\(key)#\(number)", value: value))
    }

    mutating func put(_ key: String, _ text: String) { put(key, .text(text)) }
}
