/// The parts of a text that another text has too: its end, and the longest passage before that. In a reference they are
/// `END`, or `END,PLACE,START,COUNT` with a passage, all in bytes of UTF-8.
struct SharedParts: Hashable {
    struct Passage: Hashable {
        /// Where the passage belongs in the rest of the text.
        let place: Int
        /// Where it starts in the other text.
        let start: Int
        let count: Int
    }

    /// How many bytes both texts have in common at their ends.
    let end: Int
    let passage: Passage?

    /// Finds the parts, in whole characters. A passage shorter than this many bytes is not looked for.
    init(of text: String, in other: String, least: Int) {
        let (mine, its) = (Array(text.utf8), Array(other.utf8))
        var count = 0
        while count < min(mine.count, its.count), mine[mine.count - 1 - count] == its[its.count - 1 - count] {
            count += 1
        }
        while count > 0, mine[mine.count - count].continuesCharacter { count -= 1 }
        end = count
        passage = Self.longest(mine.dropLast(count), its, least)
    }

    /// Reads the parts from a reference; nil unless it has them.
    init?(reference: some StringProtocol) {
        let numbers = reference.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard numbers.count == 1 || numbers.count == 4, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        end = numbers[0]
        passage = numbers.count == 1 ? nil : Passage(place: numbers[1], start: numbers[2], count: numbers[3])
    }

    var reference: String {
        guard let passage else { return "\(end)" }
        return "\(end),\(passage.place),\(passage.start),\(passage.count)"
    }

    /// The text without the shared parts.
    func rest(of text: String) -> String {
        var rest = Array(text.utf8.dropLast(end))
        if let passage { rest.removeSubrange(passage.place..<passage.place + passage.count) }
        return String(decoding: rest, as: UTF8.self)
    }

    /// The text that has this rest; nil if the other text does not have the shared parts.
    func text(_ rest: some StringProtocol, from other: String) -> String? {
        var (text, its) = (Array(rest.utf8), Array(other.utf8))
        guard end <= its.count else { return nil }
        if let passage {
            guard passage.place <= text.count, passage.count <= its.count - passage.start else { return nil }
            text.insert(contentsOf: its[passage.start..<passage.start + passage.count], at: passage.place)
        }
        return String(validating: text + its.suffix(end), as: UTF8.self)
    }

    private static func longest(_ mine: ArraySlice<UInt8>, _ its: [UInt8], _ least: Int) -> Passage? {
        guard least > 0, mine.count >= least, its.count >= least else { return nil }
        var starts: [ArraySlice<UInt8>: Int] = [:]
        for start in 0...its.count - least where starts[its[start..<start + least]] == nil {
            starts[its[start..<start + least]] = start
        }
        var (found, place) = (nil as Passage?, 0)
        while place + least <= mine.count {
            guard let start = starts[mine[place..<place + least]] else {
                place += 1
                continue
            }
            var count = least
            while place + count < mine.count, start + count < its.count, mine[place + count] == its[start + count] {
                count += 1
            }
            let passage = Passage(place: place, start: start, count: count).inWholeCharacters(of: mine)
            if passage.count > found?.count ?? 0 { found = passage }
            place += count
        }
        return found
    }
}

extension SharedParts.Passage {
    /// The passage without the bytes of characters that it holds only in part.
    fileprivate func inWholeCharacters(of text: ArraySlice<UInt8>) -> Self {
        var (first, end) = (place, place + count)
        while first < end, text[first].continuesCharacter { first += 1 }
        while end > first, end < text.endIndex, text[end].continuesCharacter { end -= 1 }
        return Self(place: first, start: start + first - place, count: end - first)
    }
}

extension UInt8 {
    /// Whether the byte is one of UTF-8 with which no character begins.
    fileprivate var continuesCharacter: Bool { self & 0xC0 == 0x80 }
}
