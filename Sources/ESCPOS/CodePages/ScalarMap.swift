/// A map from characters of the Basic Multilingual Plane to numbers, 0 when absent; looked up without hashing.
struct ScalarMap<Value: FixedWidthInteger & Sendable>: Sendable {
    /// For each block of 256 characters the start of its numbers; 0 is the shared empty block.
    private var starts = [UInt16](repeating: 0, count: 256)
    private var numbers = [Value](repeating: 0, count: 256)

    subscript(scalar: Unicode.Scalar) -> Value {
        get {
            guard scalar.value < 0x1_0000 else { return 0 }
            return numbers[Int(starts[Int(scalar.value >> 8)]) << 8 | Int(scalar.value & 0xFF)]
        }
        set {
            precondition(scalar.value < 0x1_0000, "only the Basic Multilingual Plane is mapped")
            let block = Int(scalar.value >> 8)
            if starts[block] == 0 {
                starts[block] = UInt16(numbers.count >> 8)
                numbers.append(contentsOf: repeatElement(0, count: 256))
            }
            numbers[Int(starts[block]) << 8 | Int(scalar.value & 0xFF)] = newValue
        }
    }
}
