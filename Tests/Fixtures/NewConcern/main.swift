import Flow
import Foundation
import Hardware
import Model
import Networking
import Payments
import Receipts
import Storage
import StorageInMemory
import Stores

// A till that has the new concern: linked with the room it was added to, signed in, and asked.

/// A machine with nothing attached to it.
struct Nothing: CardReaderService, ReceiptPrinterService {
    private enum Code: String, FailureCode { case absent = "test.absent" }

    private static let absent = Failure(Code.absent, "There is nothing here.", recovery: .giveUp)

    func discover() -> [DeviceIdentity] { [] }
    func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal { throw Self.absent }
    func connect(_ address: DeviceAddress) throws(Failure) -> any ReceiptPrinter { throw Self.absent }
}

/// A shop that has categories and nothing else.
struct CategoriesOnly: Network {
    func response(for request: Request) async throws(NetworkError) -> Response {
        guard request.path == "wc/v3/products/categories" else {
            throw .unreachable(reason: Sentence(stored: "absent"))
        }
        let body = #"[{"id": 3, "name": "Getr&#228;nke", "count": 7}, {"id": 4, "name": "Kuchen", "count": "2"}]"#
        return Response(status: 200, body: Data(body.utf8))
    }
}

struct NoPaper: LinesEncoder {
    let columns = 48
    func encode(_ receipt: LaidOutReceipt) -> EncodedLines { EncodedLines(data: [], replaced: []) }
    func recovery(lacking bytes: Int) -> [UInt8] { [] }
}

let world = VirtualWorld(seed: 1)
let storage = try StorageManager.inMemory { world.now }
let start = world.now
try storage.write { transaction in
    try transaction.insert(
        PaymentRecord(
            id: PaymentID(rawValue: "pay-1"), fingerprint: "", site: .embedded, order: nil,
            amount: Money(minorUnits: 1250, currency: .eur), terminalAddress: "serial:/dev/ttyS1", stage: .settled,
            outcome: .approved(TransactionResult(resultCode: 0)), language: "en", createdAt: start, updatedAt: start))
}
let stores = TillStores(
    StoresComposition(
        environment: world.environment, storage: storage, locks: ProcessDeviceLocks(),
        networks: FixedNetworks([.embedded: CategoriesOnly()]),
        readers: Nothing(), printers: Nothing(), renderer: ReceiptRenderer { _ in NoPaper() },
        merchantProfile: MerchantProfile(
            merchant: Receipt.Merchant(name: "", address: [], taxID: nil), footer: { _ in [] },
            utcOffset: { _ in 0 })))
let takings = try world.finish { () async throws(Failure) in
    try await stores.restoreSession()
    return try await stores.manager.ask { TakingsAction.takings(since: start, $0) }.value
}
print(takings.map(\.description).joined(separator: " "))
let categories = try world.finish { () async throws(Failure) in
    try await stores.manager.ask { CategoryAction.synchronizeCategories($0) }.value
}
print(categories.items.map { "\($0.name) (\($0.count))" }.joined(separator: ", "))
let live = try world.finish { () async throws(Failure) in
    try await stores.manager.ask { CategoryAction.observeCategories($0) }
}
print(try live.listing()?.items.last?.name ?? "nothing")
