import Flow
import Hardware
import Model
import Networking
import Receipts

/// A machine with nothing attached to it.
struct NoDevices: CardReaderService, ReceiptPrinterService {
    private enum Code: String, FailureCode { case absent = "bench.absent" }

    private static let absent = Failure(Code.absent, "There is nothing here.", recovery: .giveUp)

    func discover() -> [DeviceIdentity] { [] }
    func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal { throw Self.absent }
    func connect(_ address: DeviceAddress) throws(Failure) -> any ReceiptPrinter { throw Self.absent }
}

struct NoPaper: LinesEncoder {
    let columns = 48
    func encode(_ receipt: LaidOutReceipt) -> EncodedLines { EncodedLines(data: [], replaced: []) }
    func recovery(lacking bytes: Int) -> [UInt8] { [] }
}

/// A shop that cannot be reached.
struct ShopThatIsAway: Network {
    func response(for request: Networking.Request) async throws(NetworkError) -> Networking.Response {
        throw .unreachable(reason: Sentence(stored: "it is away"))
    }
}
