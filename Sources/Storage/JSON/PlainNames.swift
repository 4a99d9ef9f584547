/// Names of members as Foundation writes them in snake case, as far as that is plain.
enum PlainNames {
    /// The name in snake case; nil unless it is a word of small letters and digits, and further words that begin with one capital and
    /// a small letter.
    static func snakeCase(_ name: String) -> String? {
        var name = name
        return name.withUTF8 { letters -> String? in
            guard let first = letters.first, isSmall(first) else { return nil }
            var written: [UInt8] = []
            written.reserveCapacity(letters.count + 4)
            var place = 0
            while place < letters.count {
                let letter = letters[place]
                if isSmall(letter) || isDigit(letter) || letter == UInt8(ascii: "_") && !hasCapital(letters) {
                    written.append(letter)
                } else {
                    guard isCapital(letter), place + 1 < letters.count, isSmall(letters[place + 1]) else { return nil }
                    written.append(UInt8(ascii: "_"))
                    written.append(letter | 0x20)
                }
                place += 1
            }
            return String(decoding: written, as: UTF8.self)
        }
    }

    private static func isSmall(_ letter: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter }
    private static func isCapital(_ letter: UInt8) -> Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= letter }
    private static func isDigit(_ letter: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= letter }
    private static func hasCapital(_ letters: UnsafeBufferPointer<UInt8>) -> Bool { letters.contains(where: isCapital) }
}
