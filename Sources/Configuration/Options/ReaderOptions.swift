import Foundation
import Model
import Transports

enum ReaderOptions {
    static let address = Option(
        "address", .text(upTo: 300), unset: "required",
        "Where the card terminal is: `serial:PATH`, `usb:VID:PID` without a driver of the kernel, or `tcp:HOST[:PORT]` on "
            + "the network, port 20007 where none is named. A link in `/dev/till` or `/dev/serial/by-id` stays when it is "
            + "replugged."
    )
    static let connection = Option(
        "connection", Takes<String>.oneOf(TCPSettings.connections), unset: TCPSettings.usualConnection,
        "How a network connection is used: kept until one side closes it, or closed after each command, for terminals "
            + "that want that.")
    static let passwordFile = Option(
        "password_file", Takes<String>.path, unset: "the password 000000", mayBeRepeated: false,
        "A file with the terminal's password, six digits, that only its owner can read (mode 0600).")
    static let receiptColumns = Option(
        "receipt_columns", .number(20...99), unit: Sentence("config.unit.columns"), fallback: 32,
        "The width for which the terminal is asked to lay out its receipt text.")
    static let byTerminal = "terminal"
    static let receipts = Option(
        "receipts", Takes<String>.oneOf(["till", byTerminal]), fallback: "till",
        "Whose printer prints the receipts of its payments: one of the till's `[[printers]]`, or the terminal's own "
            + "([receipts](receipts.md#on-a-terminals-own-printer)).")
    static let answerTimeout = Option(
        "answer_timeout", Takes<Int>.number(1...255), unit: Sentence("config.unit.seconds"),
        unset: "the terminal's own, usually 30",
        "How long the terminal is asked to wait until its result is stored here. After that it reverses the payment.")
    static let goodsWaits = Option(
        "goods_waits", Takes<Int>.number(1...255), unset: "as often as it asks",
        "How often a terminal that asks for the goods may be told that they are not given yet, each time after "
            + "`answer_timeout`. Then it takes the payment back, for a kiosk whose goods may get stuck.")
    static let answerWithin = Option(
        "answer_within", .number(1...60), unit: Sentence("config.unit.seconds"), fallback: 5,
        "How long the terminal's answer to a command may take (T3), and to a question that it can answer by itself; more on "
            + "a slow network or terminal.")
    static let cardPhase = Option(
        "card_phase", Takes<Int>.number(1...3600), unit: Sentence("config.unit.seconds"), unset: "`policy.card_phase`",
        "How long after its line broke this terminal may still book the payment that it was in the middle of.")
    static let longestCommand = Option(
        "longest_command", .number(10...86_400), unit: Sentence("config.unit.seconds"), fallback: 900,
        "How long one command may take, whatever the terminal sends meanwhile; four times as long for an end of day, a "
            + "diagnosis or an initialisation. After that Till stops listening and asks what became of it.")
    static let mostTelegrams = Option(
        "most_telegrams", .number(100...1_000_000), unit: Sentence("config.unit.telegrams"), fallback: 10_000,
        "How many telegrams the terminal may send in one command, before Till stops listening.")
    static let mostLines = Option(
        "most_lines", .number(100...100_000), unit: Sentence("config.unit.lines"), fallback: 5_000,
        "How many lines of text the terminal may send in one command, results among them.")
    static let mostKilobytes = Option(
        "most_kilobytes", .number(16...65_536), unit: Sentence("config.unit.kilobytes"), fallback: 1_024,
        "How much the terminal may send in one command.")
    static let withPassword = "with-password"
    static let status = Option(
        "status", Takes<String>.oneOf([withPassword, "bare"]), unset: "as `till readers diagnose` found, else with it",
        "Whether the terminal is asked for its status with the password.")
    static let characterSet = Option(
        "character_set",
        Takes<String>.oneOf(TerminalProfile.CharacterSet.allCases.map(\.rawValue)).mapped(
            to: { TerminalProfile.CharacterSet(rawValue: $0) },
            from: { $0.rawValue }), unset: "as `till readers diagnose` found, else utf-8",
        "The character set that receipts are wished for in.")

    static let all = [
        DeviceOptions.name.description, address.description, DeviceOptions.speed.description,
        DeviceOptions.stopBits.description, connection.description, passwordFile.description,
        receipts.description, receiptColumns.description, answerTimeout.description, goodsWaits.description,
        answerWithin.description,
        cardPhase.description, longestCommand.description, mostTelegrams.description, mostLines.description,
        mostKilobytes.description, status.description,
        characterSet.description,
    ]
}
