import ESCPOS

/// Answers about stored data, in order with the print data.
extension VirtualPrinter {
    /// The size of the memory for images, with and without power; real printers differ.
    static let (lastingMemory, passingMemory) = (256 * 1024, 64 * 1024)
    /// The most key codes in one answer; the next answer waits for `ACK`.
    private static let mostKeys = 40

    private static let longestQuery = 9

    /// The answer to a query; nil when the command is not a known query.
    mutating func answer(_ command: PrinterCommand) -> [UInt8]? {
        guard command.count <= Self.longestQuery else { return nil }
        switch command.operation {
        case .graphics where model.profile.graphics == .stored: return memoryAnswer(command.parameters.dropFirst(2))
        case .symbol where model.profile.symbols.contains(.qr):
            // GS ( k 03 00 31 52 30
            return command.parameters.elementsEqual([3, 0, 0x31, 0x52, 0x30]) ? qrAnswer : nil
        case nil: return command.bytes == [0x06] && !keysToCome.isEmpty ? keysAnswer() : nil
        default: return nil  // Everything else is printed.
        }
    }

    /// The answer to `GS ( L`, whose parameters are m, fn and, for lists, `KC`.
    private mutating func memoryAnswer(_ parameters: ArraySlice<UInt8>) -> [UInt8]? {
        let body = Array(parameters)
        guard body.count >= 2, body[0] == 48 else { return nil }
        switch (body[1], body.count) {
        case (0, 2), (48, 2): return Self.number(0x30, Self.lastingMemory)
        case (3, 2), (51, 2): return Self.number(0x31, Self.lastingMemory - composer.kept(.lasting).bytes)
        case (4, 2), (52, 2): return Self.number(0x32, Self.passingMemory - composer.kept(.passing).bytes)
        case (64, 4) where body[2...] == [0x4B, 0x43]: return keysAnswer(0x72, composer.kept(.lasting).keys)
        case (80, 4) where body[2...] == [0x4B, 0x43]: return keysAnswer(0x73, composer.kept(.passing).keys)
        default: return nil
        }
    }

    private static func number(_ kind: UInt8, _ value: Int) -> [UInt8] { [0x37, kind] + "\(max(0, value))".utf8 + [0] }

    private mutating func keysAnswer(_ kind: UInt8, _ keys: [[UInt8]]) -> [UInt8] {
        keysToCome = stride(from: 0, to: max(1, keys.count), by: Self.mostKeys).map { start in
            let group = keys.dropFirst(start).prefix(Self.mostKeys)
            let goesOn: UInt8 = start + group.count < keys.count ? 0x41 : 0x40
            return [0x37, kind, goesOn] + group.flatMap { $0 } + [0]
        }
        return keysAnswer()
    }

    private mutating func keysAnswer() -> [UInt8] { keysToCome.removeFirst() }

    /// The size of the stored QR code, and whether it can be printed.
    private var qrAnswer: [UInt8] {
        let code = composer.storedQRCode
        let sizes = [code?.width, code?.height].flatMap { "\($0 ?? 0)".utf8 + [0x1F] }
        return [0x37, 0x36] + sizes + [0x31, 0x1F, code?.fits == true ? 0x30 : 0x31, 0]
    }
}
