/// CODE128 data in as few symbols as possible (ISO/IEC 15417, annex E): digit pairs in set C when shorter, the rest in set
/// B. Every printable character of set A is also in set B.
struct Code128 {
    enum Piece: Hashable {
        case character(UInt8)
        /// FNC1, the separator of GS1 data.
        case function1
    }

    private enum Set: UInt8 {
        case b = 0x42
        case c = 0x43
    }

    /// The data for `GS k 73`: `{B` and `{C` select the set, `{1` is FNC1, and a digit pair in set C is one byte.
    private(set) var data: [UInt8] = []
    /// The number of symbols, including start, check and stop.
    private(set) var symbols = 3

    /// The width in modules: 11 per symbol, 13 for stop.
    var modules: Int { 11 * (symbols - 1) + 13 }

    init(_ pieces: [Piece]) {
        let costs = Self.costs(pieces)
        var set: Set?
        var index = 0
        while index < pieces.count {
            let wanted: Set =
                switch set {
                case .b: costs.inC[index] + 1 < costs.inB[index] ? .c : .b
                case .c: costs.inB[index] + 1 < costs.inC[index] ? .b : .c
                case nil: costs.inC[index] < costs.inB[index] ? .c : .b
                }
            if wanted != set {
                if set != nil { symbols += 1 }
                data += [0x7B, wanted.rawValue]
                set = wanted
            }
            index += append(pieces, index, wanted)
            symbols += 1
        }
    }

    /// Appends a symbol and returns how many pieces it took.
    private mutating func append(_ pieces: [Piece], _ index: Int, _ set: Set) -> Int {
        switch pieces[index] {
        case .function1: data += [0x7B, 0x31]
        case .character where set == .c:
            guard let pair = Self.pair(pieces, index) else { preconditionFailure("set C has pairs of digits only") }
            data.append(pair)
            return 2
        case .character(0x7B): data += [0x7B, 0x7B]
        case .character(let byte): data.append(byte)
        }
        return 1
    }

    /// For each place the number of symbols to the end when its own is in set B or set C, including set changes.
    private static func costs(_ pieces: [Piece]) -> (inB: [Int], inC: [Int]) {
        let impossible = Int.max / 2
        var inB = [Int](repeating: 0, count: pieces.count + 1)
        var inC = inB
        for index in pieces.indices.reversed() {
            inB[index] = 1 + min(inB[index + 1], inC[index + 1] + 1)
            let next = pair(pieces, index) != nil ? index + 2 : pieces[index] == .function1 ? index + 1 : nil
            inC[index] = next.map { 1 + min(inC[$0], inB[$0] + 1) } ?? impossible
        }
        return (inB, inC)
    }

    private static func pair(_ pieces: [Piece], _ index: Int) -> UInt8? {
        guard index + 1 < pieces.count, case .character(let tens) = pieces[index],
            case .character(let ones) = pieces[index + 1], (0x30...0x39).contains(tens), (0x30...0x39).contains(ones)
        else { return nil }
        return (tens - 0x30) * 10 + (ones - 0x30)
    }
}
