/// The table of commands by their opcodes, byte after byte: a decoder goes one step with each. Places in it are numbers,
/// which cost nothing to keep.
struct CommandTree: Sendable {
    /// Where a byte leads.
    enum Next: Sendable {
        /// To a whole opcode, of this one of `shapes`.
        case command(Int)
        /// To this one of `stems`.
        case stem(Int)
        case none
    }

    /// The first bytes that some commands have in common.
    struct Stem: Sendable {
        /// That of all commands that begin so; nil when there are several.
        let operation: Operation?
        /// One of these commands.
        let first: CommandShape
        /// By the next byte.
        fileprivate(set) var nexts = [Next](repeating: .none, count: 256)
    }

    /// What a decoder has to know of every command it meets.
    struct Facts: Sendable {
        let content: PrinterCommand.Content
        /// How long it is before its end can be told, its opcode included.
        let head: Int
        /// Then it ends there.
        let isFixed: Bool
    }

    let shapes: [CommandShape]
    /// In the order of `shapes`.
    let facts: [Facts]
    /// The first is where every opcode begins.
    private(set) var stems: [Stem] = []

    /// - Parameter shapes: where two have one opcode, the earlier one stands.
    init(_ shapes: [CommandShape]) {
        self.shapes = shapes
        facts = shapes.map { shape in
            Facts(
                content: .known(shape.operation, parametersFrom: shape.parametersFrom),
                head: shape.opcode.count + shape.head, isFixed: shape.isFixed)
        }
        _ = addStem(Array(shapes.indices), depth: 0)
    }

    /// - Parameters:
    ///   - numbers: those of the shapes behind it; not empty.
    ///   - depth: so many bytes of each opcode lead here.
    private mutating func addStem(_ numbers: [Int], depth: Int) -> Int {
        let operations = Set(numbers.map { shapes[$0].operation })
        let stem = stems.count
        stems.append(
            Stem(operation: operations.count == 1 ? operations.first : nil, first: shapes[numbers[0]]))
        for (byte, having) in Dictionary(grouping: numbers, by: { shapes[$0].opcode[depth] }) {
            let whole = having.first { shapes[$0].opcode.count == depth + 1 }
            stems[stem].nexts[Int(byte)] = whole.map { .command($0) } ?? .stem(addStem(having, depth: depth + 1))
        }
        return stem
    }

    func next(after stem: Int, _ byte: UInt8) -> Next { stems[stem].nexts[Int(byte)] }

    /// How far these bytes lead: to a command, which they may go on behind, or to a stem, or nowhere.
    func find(_ bytes: some Sequence<UInt8>) -> Next {
        var place = Next.stem(0)
        for byte in bytes {
            guard case .stem(let stem) = place else { return place }
            place = next(after: stem, byte)
        }
        return place
    }
}
