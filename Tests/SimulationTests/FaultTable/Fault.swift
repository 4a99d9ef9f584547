import Flow
import Hardware
import Model
import Readers
import Simulator

/// Everything that can go wrong on a line or in a telegram.
enum Fault: String, CaseIterable, Sendable {
    case badChecksum = "bad CRC"
    case refusedOnce = "NAK once"
    case refusedTwice = "NAK twice"
    case refusedThrice = "NAK three times"
    case lostAcknowledgement = "lost ACK"
    case duplicateBlock = "duplicate block"
    case gapInBlock = "T1 gap in a block"
    case slowBytes = "slow bytes"
    case noise
    case splitSegments = "split segments"
    case mergedSegments = "merged segments"
    case idleClose = "idle close"
    case lineLostBefore = "line lost before"
    case lineLostAfter = "line lost after"
    case refused = "84 83"
    case busy = "84 9C"
    case aborted = "06 1E"
    case missingResult = "missing 04 0F"
    case missingTelegram = "missing telegram"
    case secondResult = "second 04 0F"
    case otherResult = "other second 04 0F"
    case unreadable = "garbage"
    case strayTelegram = "unknown telegram"
    case unknownBMP = "unknown BMP"
    case unknownTags = "unknown TLV"
    case extendedLength = "extended length"
    case latin1Text = "Latin-1 text"
    case wrongAmount = "wrong amount"
    case restart = "reboot"
    case silentFromStart = "silence from the start"
    case silentAfterCommand = "silence after the command"
    case silentAfterAcceptance = "silence after acceptance"
    case deaf = "deaf from there"
    case mute = "mute from there"
    case foreignProtocol = "another protocol"

    /// What a fault strikes.
    enum Target {
        /// The whole conversation.
        case all
        /// Each telegram from the terminal that matches.
        case said(@Sendable (UInt16) -> Bool)
        /// Each telegram from the till; the command itself is recognised by its control field.
        case heard
        case command
    }

    /// What may become of a request.
    enum Ending { case asUsual, disturbed, refused(DeviceCode), aborted(DeviceCode) }
}

// MARK: - Where

extension Fault {
    /// Faults of blocks exist on a serial line, faults of segments on a network.
    func exists(on line: LineKind) -> Bool {
        switch self {
        case .badChecksum, .refusedOnce, .refusedTwice, .refusedThrice, .lostAcknowledgement, .duplicateBlock,
            .gapInBlock, .slowBytes:
            line == .raw
        case .splitSegments, .mergedSegments: line != .raw
        // A connection that is made for each transaction is closed whenever it is idle.
        case .idleClose: line == .stream(.kept)
        default: true
        }
    }

    var target: Target {
        switch self {
        case .slowBytes, .noise, .splitSegments, .mergedSegments, .idleClose, .foreignProtocol, .unknownBMP,
            .unknownTags, .extendedLength, .latin1Text, .wrongAmount:
            .all
        case .refusedOnce, .refusedTwice, .refusedThrice, .lostAcknowledgement, .lineLostAfter, .deaf, .mute: .heard
        case .silentFromStart, .silentAfterCommand: .command
        case .badChecksum, .duplicateBlock, .gapInBlock, .lineLostBefore, .restart, .strayTelegram: .said { _ in true }
        case .refused, .busy, .silentAfterAcceptance: .said { $0 == 0x8000 }
        case .aborted, .unreadable: .said { $0 != 0x061E }
        case .missingTelegram: .said { $0 != 0x040F }
        case .missingResult, .secondResult, .otherResult: .said { $0 == 0x040F }
        }
    }

    /// Whether the fault reveals that the till's very last answer did not arrive; if not, nothing depends on that
    /// answer any more.
    func showsAtTheEnd(on line: LineKind) -> Bool {
        switch self {
        case .mute: false
        case .deaf: line == .raw
        case .lineLostAfter: line != .stream(.transaction)
        default: true
        }
    }

    /// Whether a fault of the whole conversation has something to strike in these telegrams from the terminal.
    func strikes(_ said: [UInt16], of command: FaultCommand) -> Bool {
        switch self {
        case .unknownBMP, .unknownTags: said.contains { $0 == 0x060F } || said.contains(0x040F) && command.tellsResult
        case .extendedLength, .wrongAmount: said.contains(0x040F) && command.tellsResult
        case .latin1Text: said.contains(0x06D3) || said.contains(0x06D1) && command.tellsResult
        default: true
        }
    }
}

// MARK: - How

extension Fault {
    /// Puts the fault into a scenario, at this telegram if it strikes a single one.
    func apply(at telegram: Int, to scenario: inout TerminalScenario) {
        switch self {
        case .badChecksum: scenario.faults.damagedBlocks = [telegram]
        case .refusedOnce: (scenario.faults.refusedBlock, scenario.faults.refusals) = (telegram, 1)
        case .refusedTwice: (scenario.faults.refusedBlock, scenario.faults.refusals) = (telegram, 2)
        case .refusedThrice: (scenario.faults.refusedBlock, scenario.faults.refusals) = (telegram, 3)
        case .lostAcknowledgement: scenario.faults.lostAcknowledgements = [telegram]
        case .duplicateBlock: scenario.faults.duplicatedBlocks = [telegram]
        case .gapInBlock: scenario.faults.interruptedBlocks = [telegram]
        case .slowBytes: scenario.faults.bytePause = 0.05
        case .noise: scenario.faults.noise = [0x00, 0x7F]
        case .splitSegments: scenario.network.segmentBytes = 1
        case .mergedSegments: break
        case .idleClose: scenario.network.closesIdleAfter = 1
        case .unknownBMP: scenario.faults.unknownBMP = true
        case .unknownTags: scenario.faults.unknownTags = true
        case .extendedLength: scenario.faults.extendedLength = true
        case .latin1Text: scenario.faults.latin1Text = true
        case .wrongAmount: scenario.faults.amountError = 1
        case .foreignProtocol: scenario.faults.foreignBytes = [0x15, 0x03, 0x69]
        default: scenario.faults.faults = fault.map { [TerminalScenario.TerminalFault($0, at: telegram)] } ?? []
        }
    }

    private var fault: TerminalScenario.TerminalFault.What? {
        switch self {
        case .lineLostBefore: .lineLost
        case .lineLostAfter: .unheard
        case .refused: .refusal
        case .busy: .busy
        case .aborted: .abort
        case .missingResult, .missingTelegram: .omission
        case .secondResult: .repetition
        case .otherResult: .contradiction
        case .unreadable: .unreadable
        case .strayTelegram: .stray
        case .restart: .restart
        case .silentFromStart, .deaf: .deaf
        case .silentAfterCommand, .mute: .ignored
        case .silentAfterAcceptance: .silence
        default: nil
        }
    }

    /// Whether the fault lasts until somebody switches the terminal off and on.
    var lasts: Bool {
        switch self {
        case .slowBytes, .noise, .splitSegments, .mergedSegments, .idleClose, .foreignProtocol, .unknownBMP,
            .unknownTags, .extendedLength, .latin1Text, .wrongAmount, .silentFromStart, .silentAfterCommand,
            .silentAfterAcceptance, .deaf, .mute:
            true
        default: false
        }
    }
}

// MARK: - What may come of it, and when

extension Fault {
    func endings(on line: LineKind) -> [Ending] {
        switch self {
        case .badChecksum, .refusedOnce, .refusedTwice, .lostAcknowledgement, .duplicateBlock, .gapInBlock, .slowBytes,
            .splitSegments, .mergedSegments, .idleClose, .unknownTags, .extendedLength, .latin1Text,
            .missingResult, .secondResult, .otherResult, .strayTelegram:
            [.asUsual]
        // After an unknown field nothing can be read, so such a result is not accepted.
        case .unknownBMP: [.asUsual, .disturbed]
        case .noise: line == .raw ? [.asUsual] : [.disturbed]
        case .refused: [.refused(0x83)]
        case .busy: [.refused(0x9C)]
        case .aborted: [.aborted(0x6C), .refused(0x6C), .disturbed]
        case .wrongAmount: [.asUsual, .aborted(0x66)]
        case .silentFromStart, .silentAfterCommand, .foreignProtocol: [.disturbed]
        // At the very end nothing depends on the lost telegram any more.
        case .refusedThrice, .lineLostBefore, .lineLostAfter, .missingTelegram, .unreadable, .restart, .deaf, .mute,
            .silentAfterAcceptance:
            [.disturbed, .asUsual]
        }
    }

    /// How much longer than usual a request may take: what the timers of the protocol give for this fault.
    func delay(_ bytes: Int) -> Duration {
        let link = SerialLink.Timing()
        let dialogue = DialogueMachine.Timing()
        return switch self {
        case .refused, .busy, .refusedOnce, .refusedTwice, .refusedThrice, .duplicateBlock, .mergedSegments,
            .noise, .unknownBMP, .unknownTags, .extendedLength, .latin1Text, .wrongAmount,
            .missingResult, .secondResult, .otherResult, .strayTelegram, .lineLostBefore, .lineLostAfter, .idleClose:
            .seconds(1)
        case .badChecksum, .gapInBlock, .lostAcknowledgement: link.acknowledgement + .seconds(1)
        case .splitSegments: .milliseconds(2) * bytes + .seconds(1)
        case .slowBytes: .milliseconds(50) * bytes + .seconds(1)
        case .silentFromStart, .foreignProtocol: link.acknowledgement * SerialLink.transmissions + dialogue.response
        case .silentAfterCommand: dialogue.response + .seconds(1)
        case .aborted: dialogue.response + .seconds(1)
        case .silentAfterAcceptance, .deaf, .mute, .restart, .missingTelegram, .unreadable:
            dialogue.telegram + dialogue.response + .seconds(1)
        }
    }
}
