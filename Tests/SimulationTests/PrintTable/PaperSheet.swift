import ESCPOS
import Model
import Simulator

/// One sheet, as far as it was printed, with what is written on it.
struct PaperSheet {
    let receipt: ReceiptID
    /// The number in the duplicate mark; 0 for a sheet without a mark.
    let duplicate: Int
    /// Everything that left a mark or set its position: texts and commands, one after the other.
    fileprivate let content: [Piece]

    fileprivate enum Piece: Hashable {
        /// A text without the number and the time of a duplicate.
        case text(String)
        case command([UInt8])
    }

    /// Each sheet begins with a reset of the printer, or after a cut. A sheet that was torn off continues on the next
    /// page.
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
        // Zeros before the next print complete a command that was cut off in this one; they leave no mark.
        content = commands.filter { $0.operation != .nul }.map { command in
            guard case .text(let text) = command.content else { return .command(command.bytes) }
            let unnumbered = text.replacing(/DUPLICATE [0-9]+/, with: "DUPLICATE")
            return .text(unnumbered.replacing(/Printed again .*/, with: "Printed again"))
        }
    }
}

/// The sheets of a printer with which nothing went wrong. A sheet that has its end and lacks something in its middle is
/// not among them.
struct WholeSheets {
    private let sheets: [PaperSheet]

    init(_ sheets: [PaperSheet]) { self.sheets = sheets }

    /// The numbers of sheets without and with a duplicate mark.
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
