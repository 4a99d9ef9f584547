/// Numbers that are made from a seed and a place, so that each order of a large shop can be made alone.
struct MadeNumbers {
    private var state: UInt64

    init(seed: UInt64, _ kind: UInt64, _ id: Int64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ kind &* 0xBF58_476D_1CE4_E5B9 &+ UInt64(bitPattern: id)
        _ = next()
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

    mutating func one<T>(of choices: [T]) -> T { choices[below(choices.count)] }
}
