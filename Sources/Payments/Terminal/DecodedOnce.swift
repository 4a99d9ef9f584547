/// Values that were decoded from bytes, each kept with a mark of its bytes. There are never more than `most`: all are forgotten
/// before the next one would be too many.
struct DecodedOnce<Key: Hashable, Value> {
    private let most: Int
    private var kept: [Key: (mark: Int, value: Value)] = [:]

    init(most: Int) { self.most = most }

    /// The value that was decoded from bytes with this mark; nil if it is not kept, or was decoded from other bytes.
    func value(of key: Key, mark: Int) -> Value? {
        guard let found = kept[key], found.mark == mark else { return nil }
        return found.value
    }

    mutating func keep(_ value: Value, of key: Key, mark: Int) {
        if kept.count >= most { kept.removeAll(keepingCapacity: true) }
        kept[key] = (mark, value)
    }
}
