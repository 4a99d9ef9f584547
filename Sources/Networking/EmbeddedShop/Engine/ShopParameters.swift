import Foundation

/// The query of a request, read as WordPress does.
struct ShopParameters {
    let query: [String: String]
    /// How far the shop's clock is ahead of UTC.
    let utcOffset: TimeInterval

    func text(_ name: String) -> String? {
        query[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    func flag(_ name: String) -> Bool { JSONValue.string(query[name] ?? "").asFlag }

    func number(_ name: String, default usual: Int, within range: ClosedRange<Int>) throws(ShopRefusal) -> Int {
        guard let text = query[name] else { return usual }
        guard let number = Int(text) else {
            throw .invalidParameter(name, reason: "is not of type integer.")
        }
        guard range.contains(number) else {
            let reason =
                range.upperBound >= Int(Int32.max)
                ? "must be greater than or equal to \(range.lowerBound)"
                : "must be between \(range.lowerBound) (inclusive) and \(range.upperBound) (inclusive)"
            throw .invalidParameter(name, reason: reason, code: "rest_out_of_bounds")
        }
        return number
    }

    /// The parameter of that name, which must be one of the allowed words; nil when it is absent.
    func word(_ name: String, of allowed: [String]) throws(ShopRefusal) -> String? {
        guard let text = query[name] else { return nil }
        guard allowed.contains(text) else { throw .notInEnum(name, allowed: allowed) }
        return text
    }

    /// The words of a list.
    func words(_ name: String, of allowed: [String]) throws(ShopRefusal) -> [String] {
        let words = (query[name] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        for (place, word) in words.enumerated() where !allowed.contains(word) {
            throw .notInEnum(name, "[\(place)]", allowed: allowed)
        }
        return words
    }

    /// The most numbers of a list in a query.
    static let longestList = OrdersRemote.longestPage

    /// The numbers of a list; nil when there is none.
    func numbers(_ name: String) throws(ShopRefusal) -> [Int64]? {
        guard let list = query[name], !list.isEmpty else { return nil }
        var numbers: [Int64] = []
        for (place, text) in list.split(separator: ",").enumerated() {
            guard let number = Int64(text.trimmingCharacters(in: .whitespaces)) else {
                throw .invalidParameter(name, reason: "\(name)[\(place)] is not of type integer.!")
            }
            numbers.append(number)
        }
        guard numbers.count <= Self.longestList else {
            throw .invalidParameter(name, reason: "must contain at most \(Self.longestList) items.")
        }
        return numbers
    }

    func integer(_ name: String) throws(ShopRefusal) -> Int64? {
        guard let text = query[name], !text.isEmpty else { return nil }
        guard let number = Int64(text) else { throw .invalidParameter(name, reason: "is not of type integer.") }
        return number
    }

    /// A time, as UTC in the format of the stored times.
    func time(_ name: String) throws(ShopRefusal) -> String? {
        guard let text = query[name] else { return nil }
        guard let time = ShopTime.date(text) else {
            throw .invalidParameter(name, reason: "Invalid date.!", code: "rest_invalid_date")
        }
        let isUTC = ShopTime.hasZone(text) || flag("dates_are_gmt")
        return ShopTime.text(isUTC ? time : time.addingTimeInterval(-utcOffset))
    }
}
