/// A difference between two values of one type: its place, and the old and the new value.
public struct Difference: Hashable, Sendable {
    /// The place in code notation: `grinder.jobs[2].phase`. Empty for the whole value.
    public let place: String
    /// The old value; nil when there was none.
    public let old: String?
    /// The new value; nil when there is none.
    public let new: String?

    /// All differences between the two, in the order of their places.
    public static func all<Value>(from old: Value, to new: Value) -> [Difference] {
        var comparison = Comparison()
        comparison.compare(old, new, at: "")
        return comparison.found
    }
}

extension Difference: CustomStringConvertible {
    /// `cups: 1 → 2`, `jobs[2]: + latte`, `jobs[2]: - latte`.
    public var description: String {
        let name = place.isEmpty ? "it" : place
        return switch (old, new) {
        case (let old?, let new?): "\(name): \(old) → \(new)"
        case (nil, let new?): "\(name): + \(new)"
        case (let old?, nil): "\(name): - \(old)"
        case (nil, nil): name
        }
    }
}

/// Compares by reflection, as deep as both values have equal structure.
private struct Comparison {
    var found: [Difference] = []

    mutating func compare(_ old: Any, _ new: Any, at place: String) {
        guard "\(old)" != "\(new)" || type(of: old) != type(of: new) else { return }
        let (was, now) = (Mirror(reflecting: old), Mirror(reflecting: new))
        guard was.subjectType == now.subjectType, was.displayStyle == now.displayStyle, let style = now.displayStyle
        else { return differ("\(old)", "\(new)", at: place) }
        switch style {
        case .struct, .class, .tuple: compareFields(was, now, at: place, "\(old)", "\(new)")
        case .optional: compareOptional(was, now, at: place)
        case .collection: compareElements(was, now, at: place)
        case .dictionary: compareEntries(was, now, at: place)
        case .enum: compareCases(was, now, at: place, "\(old)", "\(new)")
        default: differ("\(old)", "\(new)", at: place)
        }
    }

    private mutating func differ(_ old: String?, _ new: String?, at place: String) {
        found.append(Difference(place: place, old: old, new: new))
    }

    private mutating func compareFields(_ was: Mirror, _ now: Mirror, at place: String, _ old: String, _ new: String) {
        let count = found.count
        for (was, now) in zip(was.children, now.children) {
            let name = now.label ?? ""
            compare(was.value, now.value, at: place.isEmpty ? name : "\(place).\(name)")
        }
        // The values differ in their descriptions, but in no field.
        if found.count == count { differ(old, new, at: place) }
    }

    private mutating func compareOptional(_ was: Mirror, _ now: Mirror, at place: String) {
        switch (was.children.first?.value, now.children.first?.value) {
        case (let old?, let new?): compare(old, new, at: place)
        case (let old, let new): differ(old.map { "\($0)" } ?? "nil", new.map { "\($0)" } ?? "nil", at: place)
        }
    }

    private mutating func compareElements(_ was: Mirror, _ now: Mirror, at place: String) {
        let (old, new) = (was.children.map(\.value), now.children.map(\.value))
        for (index, (old, new)) in zip(old, new).enumerated() { compare(old, new, at: "\(place)[\(index)]") }
        for index in old.indices.dropFirst(new.count) { differ("\(old[index])", nil, at: "\(place)[\(index)]") }
        for index in new.indices.dropFirst(old.count) { differ(nil, "\(new[index])", at: "\(place)[\(index)]") }
    }

    private mutating func compareEntries(_ was: Mirror, _ now: Mirror, at place: String) {
        let (old, new) = (entries(of: was), entries(of: now))
        for key in Set(old.keys).union(new.keys).sorted() {
            let place = "\(place)[\(key)]"
            switch (old[key], new[key]) {
            case (let old?, let new?): compare(old, new, at: place)
            case (let old, let new): differ(old.map { "\($0)" }, new.map { "\($0)" }, at: place)
            }
        }
    }

    private func entries(of mirror: Mirror) -> [String: Any] {
        mirror.children.reduce(into: [:]) { entries, child in
            let parts = Mirror(reflecting: child.value).children.map(\.value)
            if parts.count == 2 { entries["\(parts[0])"] = parts[1] }
        }
    }

    private mutating func compareCases(_ was: Mirror, _ now: Mirror, at place: String, _ old: String, _ new: String) {
        guard let (was, now) = was.children.first.flatMap({ was in now.children.first.map { (was, $0) } }),
            let name = now.label, was.label == name
        else { return differ(old, new, at: place) }
        compare(was.value, now.value, at: place.isEmpty ? name : "\(place).\(name)")
    }
}
