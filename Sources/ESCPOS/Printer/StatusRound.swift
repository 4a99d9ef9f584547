import Hardware

/// Queries the status by `DLE EOT` 1, 2 and 4 one at a time, since their answers look alike, and by 3 for the kind of fault,
/// if there is one and the printer reports it.
struct StatusRound: Sendable {
    static let all: [UInt8] = [1, 2, 4]

    private var questions: [UInt8]
    private let tellsFaults: Bool
    private var asked = 0
    /// The answered questions.
    private(set) var answered: [UInt8] = []
    private(set) var status = PrinterStatus()

    init(_ questions: [UInt8] = all, tellsFaults: Bool = false) {
        self.questions = questions
        self.tellsFaults = tellsFaults
    }

    /// Whether a question is open and none was ever answered.
    var isUnanswered: Bool { asked > 0 && answered.isEmpty }

    /// The last question.
    var openQuestion: UInt8? { asked > 0 ? questions[asked - 1] : nil }

    /// Whether the last question was for the kind of fault.
    var asksForFault: Bool { openQuestion == 3 }

    /// The bytes of the next question; nil when all were asked.
    mutating func nextQuestion() -> [UInt8]? {
        guard asked < questions.count else { return nil }
        asked += 1
        return Self.question(questions[asked - 1])
    }

    /// `DLE EOT n`.
    static func question(_ n: UInt8) -> [UInt8] { [0x10, 0x04, n] }

    /// Takes the answer to the last question.
    mutating func take(_ byte: UInt8) {
        guard let question = openQuestion else { return }
        answered.append(question)
        switch question {
        case 1: status.online = byte & 0x08 == 0
        case 2:
            status.cover = byte & 0x04 == 0 ? .closed : .open
            if byte & 0x20 != 0 { status.paper = .out }
            guard byte & 0x40 != 0 else { break }
            status.fault = .other
            if tellsFaults { questions.insert(3, at: asked) }
        case 3: status.fault = PrinterStatus.fault(byte) ?? .other
        default:
            if byte & 0x60 != 0 || status.paper == .out {
                status.paper = .out
            } else {
                status.paper = byte & 0x0C != 0 ? .nearEnd : .ok
            }
        }
    }
}

extension PrinterStatus {
    /// Reads automatic status (`GS a`) of four bytes.
    init(automatic bytes: [UInt8]) {
        self.init(
            online: bytes[0] & 0x08 == 0, paper: Self.paper(bytes[2]), cover: bytes[0] & 0x20 == 0 ? .closed : .open,
            fault: Self.fault(bytes[1]))
    }

    /// `DLE ENQ` clears b2 and b3, only switching off clears b5; automatic status and `DLE EOT 3` agree in these bits.
    fileprivate static func fault(_ byte: UInt8) -> Fault? {
        if byte & 0x20 != 0 { return .other }
        return byte & 0x0C != 0 ? .jammed : nil
    }

    /// b0 and b1: near the end, b2 and b3: at the end; automatic status and `GS r 1` agree in these bits.
    static func paper(_ byte: UInt8) -> Paper {
        if byte & 0x0C != 0 { return .out }
        return byte & 0x03 != 0 ? .nearEnd : .ok
    }

    /// The known reason why this printer does not print; nil when there is none.
    var obstacle: PrinterError? {
        if paper == .out { return .paperOut }
        if cover == .open { return .coverOpen }
        switch fault {
        case .jammed: return .jammed
        case .other: return .fault
        case nil: break
        }
        return online == false ? .offline : nil
    }
}
