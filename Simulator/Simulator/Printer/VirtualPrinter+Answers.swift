import ESCPOS
import Flow

/// The answers of a virtual printer, as defined by its profile.
extension VirtualPrinter {
    private var answers: PrinterProfile.Answers {
        switch fault {
        case .silent: []
        case .clone: .realTime
        default: model.profile.answers.union(model.profile.answers.contains(.perhapsInOrder) ? .inOrder : [])
        }
    }

    private mutating func reply(
        _ bytes: [UInt8], to question: PrinterProfile.Answers, into outputs: inout [Output]
    ) {
        guard answers.contains(question) else { return }
        if case .answersLate(let delay) = fault {
            lateReplies.append((clock + delay, bytes))
        } else {
            outputs.append(.reply(bytes))
        }
    }

    mutating func announce(into outputs: inout [Output]) {
        if sendsAutomaticStatus, fault != .noAutomaticStatus {
            reply(condition.automaticAnswer, to: .automatic, into: &outputs)
        }
        if condition.hasStopped, !hadStopped, let offlineNotice {
            let cause = offlineNotice == .withCause ? condition.offlineCause : []
            reply([0x37, 0x23] + cause + [0x00], to: .whenPrinted, into: &outputs)
        }
        hadStopped = condition.hasStopped
    }

    /// Obeys real-time requests at once, even when their bytes stand within other data, as a TM printer does; senders
    /// must avoid them there. Returns false for other commands.
    mutating func answerAtOnce(_ command: PrinterCommand, into outputs: inout [Output]) -> Bool {
        switch command.operation {
        case .realTimeStatus, .realTimeRecovery, .realTimeRequest:
            obey(command.bytes[...], into: &outputs)
            return true
        case .raster, .columnImage, .graphics:
            let data = command.parameters
            for place in RealTimeSequence.places(in: data) {
                obey(data.dropFirst(place), into: &outputs)
            }
            return false
        default: return false  // Everything else is handled in order.
        }
    }

    /// Obeys the request that begins with these bytes.
    private mutating func obey(_ bytes: ArraySlice<UInt8>, into outputs: inout [Output]) {
        let head = Array(bytes.prefix(4))
        guard head.count >= 3 else { return }
        switch (head[1], head[2]) {
        case (0x04, let n): reply([condition.realTimeAnswer(n)], to: .realTime, into: &outputs)
        case (0x05, 1), (0x05, 2): recover(dropping: head[2] == 2, into: &outputs)
        case (0x14, 1):
            if let pulse = DrawerPulse(atOnce: bytes, of: model.profile) { outputs.append(.drawer(pulse)) }
        case (0x14, 7) where head.last == 1: reply(condition.automaticAnswer, to: .automatic, into: &outputs)
        case (0x14, 8):
            clear()
            reply([0x37, 0x25, 0x00], to: .automatic, into: &outputs)
        default: break
        }
    }

    /// Whether the printer knows `DLE ENQ`.
    var obeysRecovery: Bool { model.profile.answers.contains(.faults) }

    /// Obeys `DLE ENQ`, which is ignored except after a jam was cleared.
    private mutating func recover(dropping: Bool, into outputs: inout [Output]) {
        guard condition.cutter == .cleared else { return }
        if dropping { clear() }
        condition.cutter = .ok
        announce(into: &outputs)
    }

    /// Answers requests in order; other commands are returned for printing.
    mutating func answerInOrder(_ command: PrinterCommand, into outputs: inout [Output]) -> PrinterCommand? {
        let parameters = Array(command.parameters)
        switch command.operation {
        case .transmitStatus:
            guard fault != .clone else { return asLetters(command) }
            let asksForPaper = parameters[0] == 1 || parameters[0] == 0x31
            reply([asksForPaper ? condition.paperAnswer : 0], to: .inOrder, into: &outputs)
        case .printerID:
            let answer = fault == .clone ? [0x00] : PrinterIdentity(model.profile).answer(parameters[0])
            if !answer.isEmpty { reply(answer, to: .realTime, into: &outputs) }
        case .automaticStatus:
            guard fault != .clone else { return asLetters(command) }
            sendsAutomaticStatus = parameters[0] != 0
            announce(into: &outputs)
        case .response:
            guard fault != .clone else { return asLetters(command) }
            if fault == .noProcessID { return nil }
            // GS ( H 06 00 30 30 d1 d2 d3 d4
            if parameters.count == 8, parameters[2] == 0x30 {
                reply([0x37, 0x22] + parameters[4...] + [0x00], to: .whenPrinted, into: &outputs)
            }
            // GS ( H 03 00 31 30 d
            if parameters.count == 5, parameters[2] == 0x31 { offlineNotice = OfflineNotice(parameters[4]) }
        default:
            if command.operation == .initialize { (offlineNotice, keysToCome) = (nil, []) }
            guard let answer = answer(command) else { return command }
            reply(answer, to: .inOrder, into: &outputs)
        }
        return nil
    }

    /// The letters that a clone prints for an unknown command.
    private func asLetters(_ command: PrinterCommand) -> PrinterCommand? {
        var decoder = StreamDecoder(codePages: model.profile.codePages)
        return (decoder.decode(command.letters) + decoder.finish()).first
    }
}
