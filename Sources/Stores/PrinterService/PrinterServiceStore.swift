import Flow
import Hardware
import Model
import Storage

/// Examines and tests printers. It belongs to the process and needs no signed-in operator.
package final class PrinterServiceStore: Store {
    package typealias Handled = PrinterServiceAction

    private let spool: PrintSpool

    init(spool: PrintSpool) { self.spool = spool }

    package func onAction(_ action: PrinterServiceAction) {
        let (spool, printers) = (spool, spool.printers)
        switch action {
        case .status(let address, let reply):
            printers.environment.answer(reply, "printer status") { () throws(Failure) in
                try await printers.withPrinter(address) { printer throws(Failure) in
                    try await printers.status(of: printer, at: address)
                }
            }
        case .recover(let command, let address, let reply):
            printers.environment.answer(reply, "recover printer") { () throws(Failure) in
                try await printers.withPrinter(address) { printer throws(Failure) in
                    let before = try await printers.status(of: printer, at: address)
                    guard before.fault == .jammed else { return before }
                    try await printer.interject(command)
                    return try await printers.status(of: printer, at: address)
                }
            }
        case .send(let data, let address, let reply):
            printers.environment.answer(reply, "printer service") { () throws(Failure) in
                try await spool.send(data, to: address)
            }
        case .openDrawer(let inOrder, let atOnce, let address, let requester, let reply):
            printers.environment.answer(reply, "open drawer") { () throws(Failure) in
                try await printers.withPrinter(address) { printer throws(Failure) in
                    let obstacle = Failure.obstacle(try await spool.bringBack(printer, at: address))
                    if let obstacle, atOnce == nil { throw obstacle }
                    try Self.note(DrawerOpening(printer: address.description, by: requester), in: spool.storage)
                    guard let obstacle, let atOnce else {
                        return DrawerReport(
                            end: try await spool.send(PrintData(inOrder), on: printer, at: address), obstacle: nil)
                    }
                    try await printer.interject(atOnce)
                    return DrawerReport(end: .probably, obstacle: obstacle)
                }
            }
        }
    }

    private static func note(_ opening: DrawerOpening, in storage: any StorageManagerType) throws(Failure) {
        try storage.writing { try $0.append(kind: DrawerOpening.kind, payment: nil, encoding: opening) }
    }
}
