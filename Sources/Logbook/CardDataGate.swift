/// The last check of a log line before it is written: whether it still holds card data.
///
/// It shares no code with the redactor (`CardData`), works on bytes instead of text, and knows the forms in which a telegram
/// would leak: hexadecimal digits and lists of numbers. In doubt it refuses the line.
enum CardDataGate {
    static func admits(_ line: [UInt8]) -> Bool {
        !holdsNumber(plain(line)) && !holdsNumber(hexadecimal(line)) && !holdsNumber(listed(line)) && !holdsTrack(line)
    }

    /// The result of reading a line in one of those forms.
    private enum Mark: Hashable {
        case digit(Int)
        /// Characters that may separate the digits of a card number.
        case gap
        /// Characters that cannot be inside a card number.
        case wall
    }

    private static let longestGap = 2
    private static let digits = 13...19

    // MARK: Readings

    private static func plain(_ line: [UInt8]) -> [Mark] {
        line.map { byte in
            switch byte {
            case 0x30...0x39: .digit(Int(byte) - 0x30)
            case 0x41...0x5A, 0x61...0x7A, 0x0A, 0x3D: .wall
            default: .gap
            }
        }
    }

    /// Reads `34313131`, `34 31 31 31` or `0x34,0x31`: character codes of digits in hexadecimal.
    private static func hexadecimal(_ line: [UInt8]) -> [Mark] {
        var marks: [Mark] = []
        var place = 0
        while place < line.count {
            let next = place + 1 < line.count ? line[place + 1] : 0
            switch (line[place], next) {
            case (0x33, 0x30...0x39):
                marks.append(.digit(Int(next) - 0x30))
                place += 2
                continue
            case (0x30, 0x78), (0x30, 0x58): place += 1
            case (0x20, _), (0x2C, _), (0x3A, _), (0x2D, _): break
            default: marks.append(.wall)
            }
            place += 1
        }
        return marks
    }

    /// Reads `[52, 49, 49]`: character codes of digits as programs print arrays of bytes.
    private static func listed(_ line: [UInt8]) -> [Mark] {
        line.split { $0 == 0x2C || $0 == 0x20 || $0 == 0x5B || $0 == 0x5D }.map { number in
            guard let code = Int(String(decoding: number, as: UTF8.self)), (48...57).contains(code) else {
                return .wall
            }
            return .digit(code - 48)
        }
    }

    // MARK: Numbers

    private static func holdsNumber(_ marks: [Mark]) -> Bool {
        var run: [(digit: Int, place: Int)] = []
        for (place, mark) in marks.enumerated() {
            if case .digit(let digit) = mark { run.append((digit, place)) }
            let gap = place - (run.last?.place ?? place)
            guard mark == .wall || gap > longestGap || place == marks.count - 1 else { continue }
            if holdsNumber(run) { return true }
            run = []
        }
        return false
    }

    /// Finds digits separated only by short gaps. A card number begins and ends with such a group; within a long group,
    /// which may be the packed fields of a telegram, it may begin anywhere.
    private static func holdsNumber(_ run: [(digit: Int, place: Int)]) -> Bool {
        let starts = run.indices.filter { $0 == 0 || run[$0].place > run[$0 - 1].place + 1 }
        let ends = Set(starts.dropFirst() + [run.count])
        let isPacked = zip(starts, starts.dropFirst() + [run.count]).contains { $1 - $0 >= shortestPacked }
        return run.indices.contains { start in
            digits.contains { count in
                let end = start + count
                guard end <= run.count,
                    isPacked && usual.contains(count) || starts.contains(start) && ends.contains(end)
                else { return false }
                return isNumber(run[start..<end].map(\.digit))
            }
        }
    }

    private static let shortestPacked = 16
    private static let usual: Set<Int> = [15, 16, 19]
    private static let doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]

    /// Checks the first digit and the Luhn check digit, with the doubled places counted from the left.
    private static func isNumber(_ digits: [Int]) -> Bool {
        guard let first = digits.first, (2...6).contains(first) else { return false }
        let sum = digits.enumerated().reduce(0) { sum, item in
            sum + (item.offset % 2 == digits.count % 2 ? doubled[item.element] : item.element)
        }
        return sum % 10 == 0
    }

    // MARK: Tracks

    /// Finds magnetic-stripe data: a long number, a field separator, and more digits.
    private static func holdsTrack(_ line: [UInt8]) -> Bool {
        var count = 0
        for (place, byte) in line.enumerated() {
            if (0x30...0x39).contains(byte) {
                count += 1
                continue
            }
            let isSeparator = byte == 0x3D || byte == 0x5E
            if isSeparator, count >= digits.lowerBound, place + 1 < line.count, line[place + 1] > 0x20 { return true }
            count = 0
        }
        return false
    }
}
