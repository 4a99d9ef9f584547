import Flow
import Foundation
import Synchronization

@testable import Simulator

/// A terminal that puts card data, whole and in the clear, wherever a telegram has room for it. No terminal may do
/// that.
final class CanaryTerminal: PtyDevice {
    /// How the terminal answers a payment.
    enum Manner: String, CaseIterable, Sendable {
        case approves
        /// Ends the payment with an abort full of text.
        case aborts
        /// Sends a telegram whose content breaks off, and nothing more.
        case stammers
        /// Sends telegrams whose content cannot be read.
        case mumbles
    }

    private struct State {
        var framing = TerminalFraming()
        /// The telegrams to send, each after the one before was answered.
        var script: [[UInt8]] = []
    }

    private let manner: Manner
    private let state = Mutex(State())

    init(_ manner: Manner) { self.manner = manner }

    /// Plugs the terminal into the kiosk's reader line until it is stopped.
    static func plugged(_ manner: Manner, into kiosk: Kiosk) throws(Failure) -> PtyHost {
        let host = PtyHost(CanaryTerminal(manner), link: kiosk.readerLink, baud: 115_200, environment: .live)
        try host.start()
        return host
    }

    func attached(at now: Uptime) -> PtyOrders { PtyOrders() }
    func deadlineReached(at now: Uptime) -> PtyOrders { PtyOrders() }

    func received(_ bytes: [UInt8], at now: Uptime) -> PtyOrders {
        state.withLock { state in
            let telegrams = bytes.compactMap { byte -> [UInt8]? in
                guard case .block(let telegram)? = state.framing.take(byte) else { return nil }
                return telegram
            }
            return PtyOrders(write: telegrams.flatMap { [TerminalFraming.acknowledge] + answer($0, &state) })
        }
    }

    private func answer(_ telegram: [UInt8], _ state: inout State) -> [UInt8] {
        switch (telegram[0], telegram[1]) {
        case (0x06, 0x00): state.script = [Self.telegram(0x06, 0x0F, [0x29] + Self.terminalID)]
        case (0x05, 0x01): state.script = [Self.telegram(0x06, 0x0F, [0x00])]
        case (0x06, 0x20): state.script = [Self.telegram(0x06, 0x1E, [0x64])]
        case (0x06, 0x01): state.script = payment(of: Array(telegram[4..<10]))
        case (0x80, _), (0x84, _):
            guard !state.script.isEmpty else { return [] }
            return TerminalFraming.block(state.script.removeFirst())
        default: return []
        }
        return TerminalFraming.block([0x80, 0x00, 0x00]) + TerminalFraming.block(state.script.removeFirst())
    }

    private static let terminalID: [UInt8] = [0x52, 0x00, 0x22, 0x22]

    static func telegram(_ class: UInt8, _ instruction: UInt8, _ data: [UInt8]) -> [UInt8] {
        let length = data.count < 0xFF ? [UInt8(data.count)] : [0xFF, UInt8(data.count & 0xFF), UInt8(data.count >> 8)]
        return [`class`, instruction] + length + data
    }
}

// MARK: - Telegrams

extension CanaryTerminal {
    private func payment(of amount: [UInt8]) -> [[UInt8]] {
        switch manner {
        case .approves: [Self.shows, Self.status(result: 0, amount)] + Self.receipt + [Self.telegram(0x06, 0x0F, [])]
        case .aborts: [Self.shows, Self.status(result: 0x6C, amount), Self.aborted]
        case .stammers: [Self.shows, Self.broken[0]]
        case .mumbles:
            [Self.broken[1], Self.status(result: 0, amount)] + Self.receipt + [Self.telegram(0x06, 0x0F, [])]
        }
    }

    /// `04 FF` with texts for the display.
    static let shows = telegram(
        0x04, 0xFF,
        [0x0A, 0x00, 0x06]
            + container(
                tag(
                    [0x24],
                    text(0x07, "Karte \(Canary.intermediate.digits)") + text(0x07, "exp \(Canary.expiry)")
                        + text(0x07, Canary.intermediate.grouped) + text(0x07, Canary.track.track2))))

    /// `04 0F` with card data in every field for card data and in every text field.
    static func status(result: UInt8, _ amount: [UInt8]) -> [UInt8] {
        let number = Canary.status
        let fields: [[UInt8]] = [
            [0x27, result], [0x04] + amount, [0x49, 0x09, 0x78], [0x0B, 0x00, 0x01, 0x23],
            [0x87, 0x00, 0x42], [0x29] + terminalID, [0x0E, 0x39, 0x07],
            [0x22] + counted(number.packed, places: 2), [0x23] + counted(Canary.track.packedTrack2, places: 2),
            [0x24] + counted(Canary.packed("01" + Canary.track.digits + "D3907101"), places: 3),
            [0x2D] + counted(Array(Canary.track.track1.utf8), places: 2),
            [0x3C] + counted(Array("OK \(number.digits) \(Canary.track.track2) EXP \(Canary.expiry)".utf8), places: 3),
            [0x8B] + counted(Array("Visa \(number.grouped)".utf8) + [0], places: 2), [0x06] + objects,
        ]

        return telegram(0x04, 0x0F, fields.flatMap { $0 })
    }

    /// TLV objects: tags meant for card data, tags that hold it by mistake, and unknown tags.
    private static var objects: [UInt8] {
        let number = Canary.container
        let ascii = Array(number.digits.utf8)
        return container(
            tag([0x1F, 0x08], number.packed + [0xD3, 0x90, 0x71, 0x01]) + tag([0x43], number.packed)
                + tag([0x44], ascii)
                + tag([0x46], ascii) + tag([0x47], ascii) + tag([0x1F, 0x10], number.packed)
                + tag([0x5A], number.packed)
                + tag([0x57], Canary.track.packedTrack2) + tag([0x1F, 0x6F], ascii)
                + tag([0x60], tag([0x43], [0xA0] + number.packed) + tag([0x44], ascii))
                + tag([0x2F], tag([0x5A], ascii))
        )
    }

    /// Print lines and print blocks of both copies.
    static var receipt: [[UInt8]] {
        let line = Canary.printedLine
        let split = Canary.splitNumber
        let texts =
            [
                "Kundenbeleg", "PAN \(line.digits)", "PAN \(line.grouped)", line.track2, line.track1,
                "gueltig bis \(Canary.expiry)", "Gült.bis \(Canary.expiry)", "EXP-DATE \(Canary.expiry)",
                "VALID-THRU \(Canary.expiryInFull)", "Kartenverfall: \(Canary.expiry)",
                "Verfall (MM/JJ) \(Canary.expiry)",
                // Each line is a telegram of its own.
                "Expiry (MM/YY):", Canary.expiry, "Data ważności", "do \(Canary.expiryInFull)",
                line.grouped.replacing(" ", with: "-"), line.grouped.replacing(" ", with: "."),
                "\(line.digits) \(Canary.expiry)",
            ] + line.printedForms + Canary.splitNumber.printedSplit
        let lines = texts.map { telegram(0x06, 0xD1, [0x00] + Array($0.utf8)) } + [telegram(0x06, 0xD1, [0x81])]
        // The number that begins in the last line continues in a block; the next number is split over two blocks.
        let last = [telegram(0x06, 0xD1, [0x00] + Array(split.beginning(11).utf8))]
        let blocks = [[split.rest(11), split.beginning(12)], [split.rest(12), "Danke"]]
        return lines + [1, 2].map(block) + last + blocks.map { block(of: $0, for: 1) }
    }

    private static func block(for copy: UInt8) -> [UInt8] {
        let number = Canary.printedBlock
        let texts = [
            "PAN \(number.digits)", "PAN \(number.grouped)", number.track2, number.track1,
            // The number is split over two lines.
            "PAN \(number.digits.prefix(8))", String(number.digits.dropFirst(8)), "verfall 07.39",
            "Scadenza \(Canary.expiryYearFirst)", "Date d'expiration :", Canary.expiryInFull, "12 EXP \(Canary.expiry)",
        ]
        return block(of: texts, for: copy)
    }

    private static func block(of texts: [String], for copy: UInt8) -> [UInt8] {
        let body = tag([0x1F, 0x07], [copy]) + tag([0x25], texts.flatMap { text(0x07, $0) } + tag([0x09], [0x81]))
        return telegram(0x06, 0xD3, [0x06] + container(body))
    }

    static let aborted = telegram(
        0x06, 0x1E,
        [0x6C, 0x06] + container(text(0x07, Canary.abort.digits) + tag([0x24], text(0x07, Canary.abort.grouped))))

    /// Telegrams that cannot be read.
    static var broken: [[UInt8]] {
        let number = Canary.malformed
        return [
            telegram(0x04, 0xFF, [0x0A, 0x00, 0x06, 0x30] + text(0x07, number.digits)),
            telegram(0x04, 0xFF, Array(number.digits.utf8)),
        ]
    }

    // MARK: Parts

    private static func counted(_ content: [UInt8], places: Int) -> [UInt8] {
        let divisors = places == 2 ? [10, 1] : [100, 10, 1]
        return divisors.map { 0xF0 | UInt8(content.count / $0 % 10) } + content
    }

    private static func text(_ tag: UInt8, _ text: String) -> [UInt8] { Self.tag([tag], Array(text.utf8)) }
    private static func tag(_ tag: [UInt8], _ value: [UInt8]) -> [UInt8] { tag + container(value) }

    private static func container(_ body: [UInt8]) -> [UInt8] {
        body.count < 0x80
            ? [UInt8(body.count)] + body
            : body.count <= 0xFF
                ? [0x81, UInt8(body.count)] + body : [0x82, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    }
}
