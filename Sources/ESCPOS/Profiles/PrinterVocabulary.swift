// The commands that a printer of this profile understands, besides those that every printer has (styles, positions, feeds).
extension PrinterProfile {
    /// False when the printer takes the command for letters, as far as its manual tells.
    package func understands(_ command: PrinterCommand) -> Bool {
        guard command.isComplete else { return true }
        let parameters = Array(command.parameters.prefix(3))
        return switch command.operation {
        case .cut: takes(cut: command.bytes)
        case .pulse: drawers > 0
        case .buzzer: buzzer == (command.bytes.prefix(2) == [0x1B, 0x42] ? .beeps : .pattern)
        case .columnImage: graphics != .none
        case .raster, .defineImage, .printImage, .defineNVImages, .printNVImage: [.raster, .stored].contains(graphics)
        case .graphics: graphics == .stored
        case .barcode: parameters.first.map(takes(barcode:)) ?? true
        case .barcodeHeight, .barcodeModuleWidth, .barcodeTextPosition, .barcodeTextFont: takesBarcodes
        case .symbol: parameters.count > 2 && takes(symbol: parameters[2])
        case .defineCharacters, .userCharacters, .cancelCharacter: !definableFonts.isEmpty
        case .pageMode, .standardMode, .printPage, .pageArea, .pageDirection, .absoluteVerticalPosition,
            .relativeVerticalPosition, .pageModeLines:
            pageMode != nil
        case .kanjiOn, .kanjiOff, .kanjiMode, .kanjiUnderline, .kanjiQuadruple, .kanjiSpacing: hasTwoByteText
        case .kanjiSystem: wideText == .shiftJIS
        case .characterEncoding: if case .utf8 = wideText { true } else { false }
        case .nul, .bell, .horizontalTab, .lineFeed, .formFeed, .carriageReturn, .cancel, .initialize, .printMode,
            .characterSize, .bold, .doubleStrike, .italic, .underline, .font, .reverse, .smoothing, .upsideDown,
            .rotation, .justification, .characterSpacing, .defaultLineSpacing, .lineSpacing, .feedLines, .feedUnits,
            .feedBackUnits, .feedBackLines, .absolutePosition, .relativePosition, .tabStops, .leftMargin,
            .printAreaWidth, .motionUnits, .codePage, .internationalSet, .color, .unidirectional, .returnHome,
            .peripheral, .beginningOfLine, .panelButtons, .paperSensor, .macroDefinition, .macroExecution,
            .speedAndDensity, .realTimeStatus, .realTimeRecovery, .realTimeRequest, .transmitStatus, .printerID,
            .automaticStatus, .response, .extended, nil:
            true
        }
    }

    /// A printer with `GS V` also has the older `ESC i` and `ESC m`.
    private func takes(cut command: [UInt8]) -> Bool {
        switch cutter {
        case .none: false
        case .simple: command[0] == 0x1B
        case .full, .partial: true
        case .fullAfterFeed, .partialAfterFeed: command.count < 4
        }
    }

    private var takesBarcodes: Bool {
        !symbols.isDisjoint(with: [.barcodesA, .code93, .code128, .dataBar])
    }

    /// `GS k m`: function A up to 6, which every printer with barcodes has; function B from 65 on.
    private func takes(barcode m: UInt8) -> Bool {
        guard m < 65 || symbols.contains(.countedData) else { return false }
        let kind: SymbolCapabilities =
            switch m < 65 ? m : m - 65 {
            case 0...3: .retail
            case 4: .code39
            case 5: .itf
            case 6: .codabar
            case 7: .code93
            case 8, 9, 14: .code128
            default: .dataBar
            }
        return symbols.contains(kind)
    }

    /// `GS ( k pL pH cn`; composite symbols belong to DataBar.
    private func takes(symbol cn: UInt8) -> Bool {
        let kinds: [UInt8: SymbolCapabilities] = [
            48: .pdf417, 49: .qr, 50: .maxiCode, 51: .dataBar, 52: .dataBar, 53: .aztec, 54: .dataMatrix,
        ]
        return kinds[cn].map(symbols.contains) ?? false
    }

    private var hasTwoByteText: Bool {
        switch wideText {
        case .shiftJIS, .gb18030, .big5, .ksc5601: true
        case .utf8, nil: startsInKanjiMode
        }
    }
}
