import ESCPOS
import Model
import Simulator

/// One sheet on paper, as far as it came out, by what is written on it.
struct PaperSheet {
    let receipt: ReceiptID
    /// 0 where it bears no mark.
    let duplicate: Int
    /// All that left a mark and all that says where: texts and commands, one after the other.
    fileprivate let content: [Piece]

    fileprivate enum Piece: Hashable {
        /// But for the number and the time of a duplicate.
        case text(String)
        case command([UInt8])
    }

    /// Each sheet begins by resetting the printer, or behind a cut. What was torn off goes on in the next page.
    static func sheets(on pages: [PrintedPage]) -> [PaperSheet] {
        var decoder = StreamDecoder(codePages: .epson)
        var sheets: [[PrinterCommand]] = [[]]
        for command in decoder.decode(pages.flatMap(\.bytes)) + decoder.finish() {
            if command.operation == .initialize { sheets.append([]) }
            sheets[sheets.count - 1].append(command)
            if command.operation == .cut { sheets.append([]) }
        }
        return sheets.compactMap(PaperSheet.init(commands:))
    }

    private init?(commands: [PrinterCommand]) {
        let texts = commands.compactMap { if case .text(let text) = $0.content { text } else { nil } }
        let text = texts.joined()
        guard let name = text.firstMatch(of: /rcp-[0-9]+/) else { return nil }
        receipt = ReceiptID(rawValue: String(name.0))
        duplicate = text.firstMatch(of: /DUPLICATE ([0-9]+)/).flatMap { Int($0.1) } ?? 0
        // Zeros before the next print end what was cut off in this one.
        content = commands.filter { $0.operation != .nul }.map { command in
            guard case .text(let text) = command.content else { return .command(command.bytes) }
            let unnumbered = text.replacing(/DUPLICATE [0-9]+/, with: "DUPLICATE")
            return .text(unnumbered.replacing(/Printed again .*/, with: "Printed again"))
        }
    }
}

/// Sheets of a printer with which nothing went wrong. What has its end and lacks something in its middle is none of them.
struct WholeSheets {
    private let sheets: [PaperSheet]

    init(_ sheets: [PaperSheet]) { self.sheets = sheets }

    /// The number of receipts that have sheets both with and without a mark.
    var counts: (unmarked: Int, marked: Int) {
        let unmarked = sheets.count { $0.duplicate == 0 }
        return (unmarked, sheets.count - unmarked)
    }

    func contains(_ sheet: PaperSheet) -> Bool {
        sheets.contains {
            $0.receipt == sheet.receipt && ($0.duplicate == 0) == (sheet.duplicate == 0) && $0.content == sheet.content
        }
    }
}
