import ESCPOS
import Flow
import Receipts

/// One strip of paper, and the bytes that made it. Requests for status leave no mark and are not among them.
public struct PrintedPage: Hashable, Sendable {
    public let picture: Bitmap
    public let bytes: [UInt8]

    public init(picture: Bitmap, bytes: [UInt8]) {
        self.picture = picture
        self.bytes = bytes
    }
}

/// A receipt printer without a line: bytes in, answers and paper out.
///
/// Like a TM printer it answers real-time requests at once, whatever its state; everything else waits in its buffer while
/// it is off line, and goes on when the fault is mended.
public struct VirtualPrinter: Sendable {
    public enum Output: Hashable, Sendable {
        case reply([UInt8])
        case page(PrintedPage)
        /// The cable is out now.
        case unplugged
    }

    /// The receive buffer; a full one stops reading.
    public static let bufferSize = 64 * 1024

    public let fault: PrinterFault?
    public private(set) var condition = PrinterCondition()
    /// How many bytes came in.
    public private(set) var received = 0

    private var decoder: StreamDecoder
    private var composer: PaperComposer
    private var buffer: [PrinterCommand] = []
    private var buffered = 0
    private var pageBytes: [UInt8] = []
    private var pages = 0
    private var linesBefore = 0
    /// Until mended.
    private var paperWillEnd: Bool
    private var sendsAutomaticStatus = false

    /// - Parameter dots: the width of its head.
    public init(
        dots: Int = 576, codePages: CodePageMap = .epson, fault: PrinterFault? = nil, glyphs: any GlyphSource
    ) {
        self.fault = fault
        decoder = StreamDecoder(codePages: codePages)
        composer = PaperComposer(dots: dots, glyphs: glyphs)
        paperWillEnd = true
        switch fault {
        case .paperOut: condition.paper = .out
        case .paperNearEnd: condition.paper = .nearEnd
        case .coverOpen: condition.isCoverOpen = true
        case .offline: condition.isSwitchedOff = true
        case .paperEnds, .paperEndsAfterLines, .silent, .stopsReading, .unplugged, nil: break
        }
    }

    /// False while the buffer is full: who sends must wait.
    public var reads: Bool {
        if case .stopsReading(let count) = fault, received >= count { return false }
        return buffered < Self.bufferSize
    }

    /// How many of `bytes` this printer takes before its fault strikes.
    public func taken(of bytes: [UInt8]) -> Int {
        switch fault {
        case .stopsReading(let count), .unplugged(let count): max(0, min(bytes.count, count - received))
        case .paperOut, .paperEnds, .paperEndsAfterLines, .paperNearEnd, .coverOpen, .offline, .silent, nil: bytes.count
        }
    }

    public mutating func receive(_ bytes: [UInt8]) throws(Failure) -> [Output] {
        let taken = bytes.prefix(taken(of: bytes))
        received += taken.count
        var outputs: [Output] = []
        for command in decoder.decode(taken) {
            if !answerAtOnce(command, into: &outputs) { store(command) }
            try work(into: &outputs)
        }
        if case .unplugged(let count) = fault, received >= count { outputs.append(.unplugged) }
        return outputs
    }

    /// Puts in paper, closes the cover, switches on line; what is in the buffer is printed.
    public mutating func mend() throws(Failure) -> [Output] {
        condition = PrinterCondition()
        paperWillEnd = false
        var outputs: [Output] = []
        announce(into: &outputs)
        try work(into: &outputs)
        return outputs
    }

    /// The paper that hangs out without a cut, torn off.
    public mutating func tearOff() -> PrintedPage? {
        composer.tearOff().map { finished($0) }
    }

    // MARK: The buffer

    private mutating func store(_ command: PrinterCommand) {
        buffer.append(command)
        buffered += command.bytes.count
    }

    private mutating func work(into outputs: inout [Output]) throws(Failure) {
        while condition.isOnline, !buffer.isEmpty {
            let command = buffer.removeFirst()
            buffered -= command.bytes.count
            try perform(command, into: &outputs)
        }
    }

    private mutating func perform(_ command: PrinterCommand, into outputs: inout [Output]) throws(Failure) {
        if answerInOrder(command, into: &outputs) { return }
        pageBytes += command.bytes
        for picture in try composer.perform(command) { outputs.append(.page(finished(picture))) }
        if paperEndsHere {
            condition.paper = .out
            if let torn = composer.tearOff() { outputs.append(.page(finished(torn))) }
            announce(into: &outputs)
        }
    }

    private var paperEndsHere: Bool {
        guard paperWillEnd else { return false }
        switch fault {
        case .paperEnds(let page, let row): return pages == page - 1 && composer.feed >= row
        case .paperEndsAfterLines(let lines): return linesBefore + composer.linesPrinted >= lines
        case .paperOut, .paperNearEnd, .coverOpen, .offline, .silent, .stopsReading, .unplugged, nil: return false
        }
    }

    private mutating func finished(_ picture: Bitmap) -> PrintedPage {
        defer { pageBytes = [] }
        pages += 1
        return PrintedPage(picture: picture, bytes: pageBytes)
    }

    // MARK: Answers

    private mutating func reply(_ bytes: [UInt8], into outputs: inout [Output]) {
        if fault != .silent { outputs.append(.reply(bytes)) }
    }

    private mutating func announce(into outputs: inout [Output]) {
        if sendsAutomaticStatus { reply(condition.automaticAnswer, into: &outputs) }
    }

    /// Real-time requests; false when it is none.
    private mutating func answerAtOnce(_ command: PrinterCommand, into outputs: inout [Output]) -> Bool {
        let parameters = Array(command.parameters)
        switch command.operation {
        case .realTimeStatus: reply([condition.realTimeAnswer(parameters[0])], into: &outputs)
        case .realTimeRecovery: if parameters[0] == 2 { clear() }
        case .realTimeRequest where parameters == [7, 1]: reply(condition.automaticAnswer, into: &outputs)
        case .realTimeRequest where parameters[0] == 8:
            clear()
            reply([0x37, 0x25, 0x00], into: &outputs)
        case .realTimeRequest: break
        default: return false  // Everything else takes its turn.
        }
        return true
    }

    private mutating func clear() {
        buffer = []
        buffered = 0
    }

    /// Requests that are answered when the printer gets to them; false when it is none.
    private mutating func answerInOrder(_ command: PrinterCommand, into outputs: inout [Output]) -> Bool {
        let parameters = Array(command.parameters)
        switch command.operation {
        case .transmitStatus:
            let asksForPaper = parameters[0] == 1 || parameters[0] == 0x31
            reply([asksForPaper ? condition.paperAnswer : 0], into: &outputs)
        case .printerID: reply(Self.identity(parameters[0]), into: &outputs)
        case .automaticStatus:
            sendsAutomaticStatus = parameters[0] != 0
            announce(into: &outputs)
        case .response:
            // GS ( H 06 00 30 30 d1 d2 d3 d4
            if parameters.count == 8, parameters[2] == 0x30 {
                reply([0x37, 0x22] + parameters[4...] + [0x00], into: &outputs)
            }
        default: return false  // Everything else is for paper.
        }
        return true
    }

    private static func identity(_ n: UInt8) -> [UInt8] {
        switch n {
        case 1, 0x31: [0x20]
        case 2, 0x32: [0x02]
        case 3, 0x33: [0x01]
        case 65: block("1.0")
        case 66: block("Till")
        case 67: block("Simulated printer")
        case 68: block("SIM0000001")
        default: []
        }
    }

    private static func block(_ text: String) -> [UInt8] { [0x5F] + Array(text.utf8) + [0x00] }
}
