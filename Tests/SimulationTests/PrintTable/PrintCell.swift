import ESCPOS
import Flow
import Foundation
import Model
import Receipts
import Simulator
import Storage
import StorageInMemory
import Stores

/// Plays a fault at a printer to its end, and records what is wrong with what is on paper and what the till says of it.
struct PrintCell {
    /// Longer than anybody takes who comes in time.
    private static let patience = Duration.seconds(60)
    private static let receipts = [
        Receipt.numbered(1),
        // A page composed by the printer, a picture, or the printer's own symbol: a job may be cut off within each.
        .numbered(
            2, codes: [Receipt.Code(symbology: .qr, content: "https://example.org/receipts/2", caption: "beside it")]),
        // More than is in transit at once: a printer may lose the beginning of a job and still confirm its end.
        .numbered(3, goods: 100),
    ]

    let room: VirtualPrintRoom
    private let fault: PrintFault
    private let whole: WholeSheets
    private let isOvercome: Bool
    private(set) var broken: [String] = []
    /// The number of deeds in the till's first life.
    let deeds: Int

    /// Plays the fault, the lives of the till after it, and the reprints. `broken` then tells what was wrong.
    ///
    /// - Parameter whole: the sheets of this printer when nothing goes wrong.
    init(_ model: PrintModel, _ fault: PrintFault, whole: WholeSheets) throws {
        self.fault = fault
        self.whole = whole
        isOvercome = fault.isOvercome(at: model)
        room = try Self.room(model, fault: fault.fault)
        deeds = try Self.firstLife(in: room, fault)
        // A printer that cannot be told to go on is switched off and on.
        if fault == .cutterJams, !isOvercome { room.lines[0].strike(.powerCycle(after: 0)) }
        try nextLife()
        try judge(after: "the next life")
        try reprintDoubtful()
        try judge(after: "the reprints")
    }

    /// The sheets of each receipt and of a duplicate of it, on a printer with which nothing goes wrong.
    static func wholeSheets(of model: PrintModel) throws -> WholeSheets {
        let room = try room(model, fault: nil)
        let till = try room.startTill(patience: patience)
        _ = till.ask { PrintSpoolAction.serveAll($0) }
        room.world.advance(by: .seconds(150))
        for receipt in receipts { reprint(receipt.id, at: till) }
        till.life.end()
        return WholeSheets(PaperSheet.sheets(on: room.lines[0].pages))
    }

    /// A print room with this printer, in which all receipts wait.
    private static func room(_ model: PrintModel, fault: PrinterFault?) throws -> VirtualPrintRoom {
        let printer = VirtualPrinter(model.model, fault: fault, glyphs: PlainGlyphs())
        let room = try VirtualPrintRoom(
            [printer], proof: model.proof, losesLineInTheDark: model.losesLineInTheDark,
            bytesPerSecond: model.lineBytesPerSecond, renderer: renderer(for: model))
        for receipt in receipts { try room.enqueue(receipt) }
        return room
    }

    /// Renders in the commands of this model; all models but the copy print text beside symbols.
    private static func renderer(for model: PrintModel) -> ReceiptRenderer {
        var templates = ReceiptTemplates.builtIn
        templates.orderReceipt.symbols = model == .copy ? .alone : .beside
        return ReceiptRenderer(templates: templates) { _ in
            ESCPOSEncoder(profile: model.model.profile, typesetter: .ofSimulation)
        }
    }

    private static func firstLife(in room: VirtualPrintRoom, _ fault: PrintFault) throws -> Int {
        let life: TillLife
        switch fault {
        case .killed(let deed, let isTorn): life = TillLife(cut: CutPoint(deed: deed, isTorn: isTorn))
        case .powerFails(let deed, let isTorn):
            life = TillLife(cut: CutPoint(deed: deed, isTorn: isTorn))
            life.whenCut {
                life.end()
                (room.storage as? MemoryStorage)?.losePower()
            }
        case .nothing, .paperEnds, .paperEndsForLong, .coverOpens, .cutterJams, .cutterBreaks, .stopsReading,
            .unplugged,
            .powerCycle, .powerCycleWithoutPaper, .killedWithoutPaper:
            life = TillLife()
        }
        let till = try room.startTill(life, patience: patience)
        _ = till.ask { PrintSpoolAction.serve(printer: VirtualPrintRoom.address(0), $0) }
        room.world.advance(by: .seconds(20))
        let deeds = life.deeds.count
        switch fault {
        case .nothing, .killed, .powerFails, .powerCycle, .unplugged, .paperEnds, .coverOpens, .cutterJams,
            .cutterBreaks,
            .stopsReading:
            break
        case .paperEndsForLong: room.world.advance(by: .seconds(100))
        case .powerCycleWithoutPaper:
            room.lines[0].strike(.powerCycle(after: 0))
            room.world.advance(by: .seconds(20))
        case .killedWithoutPaper: life.end()
        }
        room.lines[0].mend()
        room.world.advance(by: .seconds(150))
        life.end()
        return deeds
    }

    private func nextLife() throws {
        let till = try room.startTill(patience: Self.patience)
        _ = till.ask { PrintSpoolAction.serveAll($0) }
        room.world.advance(by: .seconds(150))
        till.life.end()
        room.lines[0].tearOff()
        room.world.run()
    }

    /// A person reads that the outcome of a print is unknown, and prints a duplicate.
    private func reprintDoubtful() throws {
        let doubtful = try jobs().filter { $0.state == .unknown }.map(\.receipt)
        let till = try room.startTill(patience: Self.patience)
        for receipt in Set(doubtful).sorted(by: { $0.rawValue < $1.rawValue }) { Self.reprint(receipt, at: till) }
        till.life.end()
    }

    private static func reprint(_ receipt: ReceiptID, at till: VirtualTill) {
        _ = till.ask {
            PrintSpoolAction.reprint(ReceiptReference(receipt.rawValue), printer: VirtualPrintRoom.address(0), $0)
        }
    }

    private func jobs() throws -> [PrintJob] {
        try room.storage.read { reader in
            try Self.receipts.flatMap { try reader.printJobs(receipt: $0.id) }
        }
    }

    // MARK: Checks

    private mutating func judge(after moment: String) throws {
        let sheets = PaperSheet.sheets(on: room.lines[0].pages)
        let jobs = try jobs()
        for job in jobs where job.state == .pending || job.state == .printing {
            broken.append("\(job.receipt) is \(job.state) after \(moment)")
        }
        if isOvercome, jobs.contains(where: { $0.state == .unknown }) {
            broken.append("in doubt after \(moment)")
        }
        for receipt in Self.receipts {
            let its = sheets.filter { $0.receipt == receipt.id }
            let unmarked = its.count { $0.duplicate == 0 }
            if unmarked > 1 { broken.append("\(receipt.id) is on paper \(unmarked) times unmarked after \(moment)") }
            let marks = its.map(\.duplicate).filter { $0 > 0 }
            if Set(marks).count != marks.count { broken.append("\(receipt.id) has two of one mark after \(moment)") }
            let ofIt = jobs.filter { $0.receipt == receipt.id }
            if !its.contains(where: whole.contains), !ofIt.contains(where: { $0.state == .unknown }) {
                broken.append("\(receipt.id) is lost in silence after \(moment)")
            }
            for job in ofIt where job.state == .confirmed || job.state == .probably {
                let told = its.filter { $0.duplicate == job.mark.number }
                if !told.contains(where: whole.contains) {
                    let paper = told.isEmpty ? "is not on paper" : "has a hole"
                    broken.append("\(receipt.id) is called \(job.state) and \(paper) after \(moment)")
                }
            }
        }
    }
}

extension Receipt {
    /// A receipt whose end names the receipt, with goods of the given name and number.
    static func numbered(_ number: Int, saying words: String? = nil, goods: Int? = nil, codes: [Code] = []) -> Receipt {
        let total = Money(minorUnits: 1250, currency: .eur)
        return Receipt(
            id: ReceiptID(rawValue: "rcp-\(number)"), copy: .customer,
            merchant: Merchant(name: "rcp-\(number)", address: ["Station Road 1"], taxID: nil),
            payment: PaymentID(rawValue: "pay-\(number)"), orderNumber: "\(number)",
            issuedAt: Date(timeIntervalSince1970: 1_767_225_600), utcOffset: 0,
            lines: (1...(words == nil ? goods ?? number : 3)).map {
                OrderLine(name: "Goods \($0)\(words ?? "")", quantity: 1, total: total)
            }, taxes: [], total: total, tip: nil, card: .terminalText(lines: [PrintedLine("Paid")], result: .approved),
            footer: ["END OF rcp-\(number)"], language: "en",
            codes: codes)
    }
}

/// Draws every character as one dot.
struct PlainGlyphs: GlyphSource {
    func glyph(_ key: GlyphKey) -> Bitmap {
        var cell = Bitmap(width: key.width, height: key.height)
        cell.blacken(0, 0)
        return cell
    }
}
