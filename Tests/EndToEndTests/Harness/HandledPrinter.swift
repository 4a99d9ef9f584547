import Simulator

/// One of several simulated printers of a kiosk, with a socket that controls it.
struct HandledPrinter {
    let child: Child
    let address: String
    private let paper: String
    private let hand: String

    /// Starts the printer and returns when it is ready.
    init(_ kiosk: Kiosk, _ name: String, _ options: [String]) async throws {
        let link = kiosk.path(name)
        address = "serial:\(link)?baud=115200&proof=process"
        (paper, hand) = ("\(link)-paper", "\(link)-hand")
        child = try kiosk.start(
            "till-sim",
            ["printer", "--pty", link, "--baud", "115200", "--out", paper, "--control", hand] + options)
        _ = try await child.says("printer ready")
    }

    /// Sends a command to the control socket: `mend`, or a fault by its name.
    func tell(_ command: String) throws { try ControlSocket.tell(hand, command) }

    func pages() throws -> [Kiosk.Page] { try Kiosk.pages(in: paper) }
}

/// An entry of `till receipts prints`.
struct ListedPrint: Decodable {
    let state: String
    let duplicate: Int
    let printer: String
    let failure: String?
    let move: Move?

    struct Move: Decodable {
        let from: String
        let because: String
    }
}

extension Kiosk {
    func printer(_ name: String, _ options: String...) async throws -> HandledPrinter {
        try await HandledPrinter(self, name, options)
    }

    /// The prints of this copy of the newest receipt.
    func prints(_ copy: String = "customer") async throws -> [ListedPrint] {
        try decode([ListedPrint].self, try await till("receipts", "prints", "last", "--copy", copy, "--json"))
    }
}
