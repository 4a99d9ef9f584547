/// The command table as a tree of opcode bytes, which a decoder walks byte by byte. Nodes are numbers, so that a decoder's
/// state is cheap.
struct CommandTree: Sendable {
    /// The node that a byte leads to.
    enum Next: Sendable {
        /// A complete opcode, by its index in `shapes`.
        case command(Int)
        /// An incomplete opcode, by its index in `stems`.
        case stem(Int)
        case none
    }

    /// The common beginning of several opcodes.
    struct Stem: Sendable {
        /// The operation of all commands with this beginning; nil when they differ.
        let operation: Operation?
        /// One of the commands that begin so.
        let first: CommandShape
        /// The next nodes by byte.
        fileprivate(set) var nexts = [Next](repeating: .none, count: 256)
    }

    /// What a decoder needs to know about a command.
    struct Facts: Sendable {
        let content: PrinterCommand.Content
        /// How many bytes, opcode included, are needed to find out its length.
        let head: Int
        /// Whether the command ends there.
        let isFixed: Bool
    }

    let shapes: [CommandShape]
    /// The facts, in the order of `shapes`.
    let facts: [Facts]
    /// The stems; the first is the root.
    private(set) var stems: [Stem] = []

    /// Makes the tree of the commands. Of two with one opcode, the earlier one counts.
    init(_ shapes: [CommandShape]) {
        self.shapes = shapes
        facts = shapes.map { shape in
            Facts(
                content: .known(shape.operation, parametersFrom: shape.parametersFrom),
                head: shape.opcode.count + shape.head, isFixed: shape.isFixed)
        }
        _ = addStem(Array(shapes.indices), depth: 0)
    }

    /// Adds a stem, below which the shapes are told apart by their next byte. Returns the stem's index.
    ///
    /// - Parameters:
    ///   - numbers: the indexes of the shapes below the stem; not empty.
    ///   - depth: how many bytes of each opcode lead to the stem.
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

    /// The node that these bytes lead to. Bytes behind a complete opcode are ignored.
    func find(_ bytes: some Sequence<UInt8>) -> Next {
        var place = Next.stem(0)
        for byte in bytes {
            guard case .stem(let stem) = place else { return place }
            place = next(after: stem, byte)
        }
        return place
    }
}
