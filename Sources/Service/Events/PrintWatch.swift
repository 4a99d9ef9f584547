import Flow
import Foundation
import Hardware
import Model
import Stores
import Synchronization

/// What the printers do now, for one listener. Only the last of each is kept, and sent anew as a whole after a gap. How a print ended
/// is in the journal.
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
        /// What the print waits for, for a person, in the listener's language.
        var text: String?
        /// What the printer said last of its paper.
        var paper: String?
    }

    private let shown = Mutex<[DeviceAddress: Shown]>([:])
    private let subscription = Mutex<Subscription?>(nil)

    /// - Parameter changed: called after each change. It must not wait.
    init(
        _ printers: [DeviceAddress], _ reading: Reading<any KnowsThePrinters>, in language: OperatorLanguage,
        changed: @escaping @Sendable () -> Void
    ) {
        let made = reading.subscribe { [weak self] known in
            var now: [DeviceAddress: Shown] = [:]
            for printer in printers { now[printer] = Shown(printer, known, language) }
            let isNew = self?.shown.withLock { shown in
                defer { shown = now }
                return shown != now
            }
            if isNew == true { changed() }
        }
        subscription.withLock { $0 = made }
    }

    deinit { subscription.withLock { $0 }?.cancel() }

    /// What each printer does.
    var current: [DeviceAddress: Shown] { shown.withLock { $0 } }
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
