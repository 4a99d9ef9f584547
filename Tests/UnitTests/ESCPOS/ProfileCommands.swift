import Flow
import Receipts

@testable import ESCPOS

/// Whether the encoder may send a command to a printer of a profile, told command by command from what the profile says, and
/// nowhere from the encoder's own choices.
struct ProfileCommands {
    let profile: PrinterProfile
    let font: PrinterFont

    func has(_ command: PrinterCommand) -> Bool {
        guard command.isComplete else { return false }
        let parameters = Array(command.parameters.prefix(3))
        switch command.operation {
        case nil: return if case .text = command.content { true } else { false }
        case .initialize, .internationalSet, .font, .lineFeed, .bold, .underline, .reverse, .characterSize,
            .justification:
            return true
        case .codePage: return profile.codePages.page(parameters[0]) != nil
        case .cut: return has(cut: command.bytes)
        case .pulse: return Int(parameters[0]) < profile.drawers
        case .realTimeRequest:
            return parameters[0] == 1 && Int(parameters[1]) < profile.drawers && profile.answers.contains(.realTime)
        case .realTimeRecovery: return profile.answers.contains(.faults)
        case .buzzer: return has(buzzer: command.bytes)
        case .raster: return profile.graphics == .raster
        case .graphics: return profile.graphics == .stored
        case .columnImage, .lineSpacing, .defaultLineSpacing: return profile.graphics == .columns
        case .barcode: return has(barcode: parameters[0])
        case .barcodeHeight, .barcodeModuleWidth, .barcodeTextPosition, .barcodeTextFont:
            return (0...78).contains { has(barcode: $0) }
        case .symbol: return has(symbol: parameters[2])
        case .defineCharacters, .userCharacters: return profile.definableFonts.contains(font)
        case .pageMode, .pageArea, .pageDirection, .absoluteVerticalPosition, .absolutePosition, .formFeed,
            .motionUnits:
            return profile.pageMode != nil
        case .kanjiOn: return hasTwoByteText
        case .kanjiOff: return hasTwoByteText || profile.startsInKanjiMode
        case .kanjiSystem: return profile.wideText == .shiftJIS
        case .characterEncoding: return if case .utf8 = profile.wideText { true } else { false }
        default: return false  // No receipt needs more.
        }
    }

    /// What a receipt of everything is told with on this printer.
    var needed: Set<ESCPOS.Operation> {
        var needed: Set<ESCPOS.Operation> = []
        switch profile.graphics {
        case .raster: needed.insert(.raster)
        case .stored: needed.insert(.graphics)
        case .columns: needed.insert(.columnImage)
        case .none: break
        }
        let has: [(ESCPOS.Operation, Bool)] = [
            (.cut, cuts),
            (.barcode, !profile.symbols.isDisjoint(with: [.barcodesA, .code93, .code128])),
            (.symbol, !profile.symbols.isDisjoint(with: [.qr, .pdf417, .maxiCode, .aztec, .dataMatrix])),
            (.defineCharacters, profile.definableFonts.contains(font)), (.pageMode, profile.pageMode != nil),
            (.kanjiOn, hasTwoByteText && font == .a), (.kanjiOff, profile.startsInKanjiMode),
            (.characterEncoding, profile.wideText != nil && !hasTwoByteText && font == .a),
            (.pulse, profile.drawers > 0), (.buzzer, profile.buzzer != nil),
            (.realTimeRequest, profile.drawers > 0 && profile.answers.contains(.realTime)),
            (.realTimeRecovery, profile.answers.contains(.faults)),
        ]
        return needed.union(has.filter(\.1).map(\.0))
    }

    private func has(cut command: [UInt8]) -> Bool {
        switch profile.cutter {
        case .none: false
        case .full(let feed): command == [0x1D, 0x56, 65, feed]
        case .partial(let feed): command == [0x1D, 0x56, 66, feed]
        case .fullAfterFeed: command == [0x1D, 0x56, 0]
        case .partialAfterFeed: command == [0x1D, 0x56, 1]
        case .simple: command == [0x1B, 0x69]
        }
    }

    private func has(buzzer command: [UInt8]) -> Bool {
        switch profile.buzzer {
        case .pattern: command.starts(with: [0x1B, 0x28, 0x41])
        case .beeps: command.starts(with: [0x1B, 0x42])
        case nil: false
        }
    }

    /// Data that is counted where the printer counts, and ends with NUL where it does not.
    private func has(barcode m: UInt8) -> Bool {
        guard (m >= 65) == profile.symbols.contains(.countedData) else { return false }
        let capabilities: [(ClosedRange<UInt8>, SymbolCapabilities)] = [
            (0...3, .retail), (4...4, .code39), (5...5, .itf), (6...6, .codabar), (65...68, .retail),
            (69...69, .code39),
            (70...70, .itf), (71...71, .codabar), (72...72, .code93), (73...73, .code128), (75...77, .dataBar),
        ]
        return capabilities.contains { $0.0.contains(m) && profile.symbols.contains($0.1) }
    }

    private func has(symbol cn: UInt8) -> Bool {
        let capabilities: [UInt8: SymbolCapabilities] = [
            48: .pdf417, 49: .qr, 50: .maxiCode, 53: .aztec, 54: .dataMatrix,
        ]
        return capabilities[cn].map(profile.symbols.contains) ?? false
    }

    private var cuts: Bool { if case .none = profile.cutter { false } else { true } }

    private var hasTwoByteText: Bool {
        [.shiftJIS, .gb18030, .big5, .ksc5601].contains(profile.wideText)
    }
}

/// A receipt of everything a receipt can have, and all that a printer is told besides.
struct ReceiptOfEverything {
    let profile: PrinterProfile
    let font: PrinterFont
    private let logo = Bitmap(width: 64, height: 40) { ($0 + $1) % 3 == 0 }

    var commands: [PrinterCommand] {
        get throws {
            var decoder = StreamDecoder(codePages: profile.codePages, wideText: profile.wideText)
            return decoder.decode(try bytes) + decoder.finish()
        }
    }

    private var bytes: [UInt8] {
        get throws {
            let stored = StoredPicture(key: "LO", logo)
            let encoder = ESCPOSEncoder(profile: profile, font: font, stored: stored)
            let slow = ESCPOSEncoder(profile: profile, font: font, isForSlowLine: true)
            let orders: [PrinterOrder] = [.openDrawer(1), .openDrawer(2), .openDrawerNow(1), .openDrawerNow(2), .buzz]
            let sheet = LaidOutReceipt(columns: encoder.columns, lines: try lines(of: encoder.columns))
            return [
                orders.flatMap { $0.bytes(for: profile) ?? [] }, stored?.definition(for: profile) ?? [],
                encoder.encode(sheet).bytes, encoder.recovery(lacking: 0).drop { $0 == 0 } + slow.encode(sheet).bytes,
                PrinterOrder.recoverEmpty.bytes(for: profile) ?? [],
            ].flatMap { $0 }
        }
    }

    private func lines(of columns: Int) throws -> [LaidOutLine] {
        let every: TextStyle = [.bold, .underline, .inverse, .doubleWidth, .doubleHeight]
        let texts = ["A{}[]", "Grüße 12,50 €", "Łódź Ж Ελλ", "緑茶", "绿茶", "녹차", "₺ẞ✓", "שלום"]
        let symbols = try Symbol.Kind.allCases.map { try Symbol($0, EncoderSymbolTests.example($0)) }
        let beside = try Symbol(.qr(.medium), "https://example.org/r/123")
        return texts.flatMap { [.text([StyledRun($0)]), .text([StyledRun($0, every)])] }
            + [.rightToLeft([StyledRun("שלום")]), .rule, .blank, .picture(logo)]
            + [.picture(Bitmap(width: 700, height: 300) { $0 == $1 })] + symbols.map { .symbol($0) }
            + [["Start 10:00", "Ende"], ["₺"], ["緑茶"]].map { words in
                .symbolWithText(
                    SymbolWithText(
                        beside, columns: columns / 3, words.map { .text([StyledRun($0)]) },
                        textColumns: columns - columns / 3))
            } + [.cut]
    }
}

extension PrinterProfile {
    /// A profile of no maker, unlike all known ones.
    static let invented: [PrinterProfile] = [
        invented(.full(feed: 3), .columns, .barcodesA, .utf8([0x4E00...0x9FFF])),
        invented(.fullAfterFeed(lines: 4), .none, .qr, .big5),
        invented(.partialAfterFeed(lines: 4), .none, .none, .ksc5601),
        invented(.partial(feed: 0), .columns, [.aztec, .code128, .countedData], nil),
    ]

    private static func invented(
        _ cutter: Cutter, _ graphics: Graphics, _ symbols: SymbolCapabilities, _ wideText: WideText?
    ) -> PrinterProfile {
        PrinterProfile(
            name: "\(cutter)", widthDots: 576, columnsA: 48, columnsB: 64, codePages: .epson, cutter: cutter,
            graphics: graphics, symbols: symbols, wideText: wideText)
    }
}
