import Flow
import Hardware
import Model
import Storage

/// Looks at printers and tries them out. Belongs to the process; nobody need be signed in.
public final class PrinterServiceStore: Store {
    public typealias Handled = PrinterServiceAction

    private let printers: PrinterAccess

    init(printers: PrinterAccess) { self.printers = printers }

    public func onAction(_ action: PrinterServiceAction) {
        let printers = printers
        switch action {
        case .status(let address, let reply):
            printers.environment.answer(reply, "printer status") { () throws(Failure) in
                try await printers.having(address) { printer throws(Failure) in
                    try await printers.status(of: printer, at: address)
                }
            }
        case .send(let bytes, let address, let reply):
            printers.environment.answer(reply, "printer service") { () throws(Failure) in
                try await printers.with(address) { printer throws(Failure) in PrintEnd(await printer.print(bytes)) }
            }
        case .openDrawer(let inOrder, let atOnce, let address, let reply):
            printers.environment.answer(reply, "open drawer") { () throws(Failure) in
                try await printers.having(address) { printer throws(Failure) in
                    guard let obstacle = Failure.obstacle(try await printers.status(of: printer, at: address)) else {
                        return DrawerReport(end: PrintEnd(await printer.print(inOrder)), obstacle: nil)
                    }
                    guard let atOnce else { throw obstacle }
                    try await printer.interject(atOnce)
                    return DrawerReport(end: .probably, obstacle: obstacle)
                }
            }
        }
    }
}
