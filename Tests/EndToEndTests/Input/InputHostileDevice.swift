import Flow
import Model
import Simulator

/// A device on the terminal's line that is not a terminal, plugged in until it is stopped.
final class InputHostileDevice: PtyDevice {
    enum Kind: String, CaseIterable, Sendable {
        /// An Italian terminal's refusal.
        case ecr17
        case pipeSeparated
        case chatter
        case endlessBytes
        /// Answers every block with NAK.
        case refusesEveryBlock
        /// Acknowledges blocks, and sends only damaged ones.
        case damagesEveryBlock
        /// Acknowledges every block and never sends one.
        case acknowledgesAndIsSilent
    }

    private static let pause: Duration = .milliseconds(10)

    private let kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    static func plugged(_ kind: Kind, into kiosk: Kiosk) throws(Failure) -> PtyHost {
        let host = PtyHost(InputHostileDevice(kind), link: kiosk.readerLink, baud: 115_200, environment: .live)
        try host.start()
        return host
    }

    func attached(at now: Uptime) -> PtyOrders { orders(at: now) }

    func received(_ bytes: [UInt8], at now: Uptime) -> PtyOrders { orders(answer(to: bytes), at: now) }

    func deadlineReached(at now: Uptime) -> PtyOrders { orders([UInt8](repeating: 0x55, count: 32), at: now) }

    private func orders(_ bytes: [UInt8] = [], at now: Uptime) -> PtyOrders {
        PtyOrders(write: bytes, deadline: kind == .endlessBytes ? now + Self.pause : nil)
    }

    private func answer(to bytes: [UInt8]) -> [UInt8] {
        switch kind {
        case .ecr17: [0x15, 0x03, 0x69]
        case .pipeSeparated: Array("VER|APP|1.0\r\n".utf8)
        case .chatter: Array(String(repeating: "ERROR: unknown command, try HELP\r\n", count: 20).utf8)
        case .endlessBytes: []
        case .refusesEveryBlock: bytes == [0x06] ? [] : [0x15]
        case .damagesEveryBlock: (bytes == [0x15] ? [] : [0x06]) + [0x10, 0x02, 0x80, 0x00, 0x00, 0x10, 0x03, 0, 0]
        case .acknowledgesAndIsSilent: bytes == [0x06] ? [] : [0x06]
        }
    }
}
