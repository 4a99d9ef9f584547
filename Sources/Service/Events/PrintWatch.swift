import Flow
import Foundation
import Hardware
import Model
import Storage
import Stores

/// What the printers do now, for all listeners with one language. Only the last of each is kept, and sent anew as a whole after a
/// gap. How a print ended is in the journal.
final class PrintWatch: Sendable {
    /// What one printer does.
    struct Shown: Hashable, Sendable {
        enum State: String {
            case idle
            /// A print has begun and not ended.
            case printing
            /// A print that has begun stands still until somebody puts something right.
            case waiting
        }

        var state: State
        /// The code of what the print waits for.
        var code: String?
        /// What the print waits for, for a person, in the listeners' language.
        var text: String?
        /// What the printer said last of its paper.
        var paper: String?
    }

    /// The events that tell of it.
    let latest: LatestEvents<Shown>
    private let subscription: Subscription

    init(
        _ printers: [DeviceAddress], _ reading: Reading<any KnowsThePrinters>, in language: OperatorLanguage,
        storage: any StorageManagerType
    ) {
        let latest = LatestEvents<Shown>(of: printers) { Self.event($0, $1, storage) }
        subscription = reading.subscribe { known in
            latest.show(
                Dictionary(printers.map { ($0, Shown($0, known, language)) }, uniquingKeysWith: { first, _ in first }))
        }
        self.latest = latest
    }

    deinit { subscription.cancel() }

    private static func event(
        _ printer: DeviceAddress, _ print: Shown, _ storage: any StorageManagerType
    ) -> [UInt8] {
        // Nil for anything else on paper, and if it cannot be read now.
        let receipt =
            print.state == .idle
            ? nil : try? storage.reading { try $0.interruptedPrintJobs(printer: printer.description).first?.receipt }
        return ServerSentEvent.bytes(
            "print", Print(printer: printer.description, print: print, receipt: receipt?.rawValue))
    }

    private struct Print: Encodable {
        let printer: String
        let state: String
        let receipt: String?
        let code: String?
        let text: String?
        let paper: String?

        init(printer: String, print: Shown, receipt: String?) {
            (self.printer, self.receipt, state) = (printer, receipt, print.state.rawValue)
            (code, text, paper) = (print.code, print.text, print.paper)
        }
    }
}

extension PrintWatch.Shown {
    fileprivate init(_ printer: DeviceAddress, _ known: any KnowsThePrinters, _ language: OperatorLanguage) {
        let standing = known.standing(of: printer)
        paper = standing?.status.paper.rawValue
        guard known.isPrinting(on: printer) else {
            state = .idle
            return
        }
        state = standing?.waitsFor == nil ? .printing : .waiting
        code = standing?.waitsFor?.code
        text = standing?.waitsFor?.said.text(in: language).presentable
    }
}
