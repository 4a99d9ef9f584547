import Flow
import Hardware
import Model
import Storage
import StorageInMemory

/// A till at a lawful terminal in virtual time: the real stores over the real ZVT machine, with a storage and paper
/// that outlive each life of the till. Another till may share the terminal.
final class WorldKiosk {
    let choices: Choices
    let terminals: WorldTerminals
    /// The terminal that the till usually asks.
    var terminal: LawfulTerminal { terminals.first }
    let log: WorldLog
    let world: VirtualWorld
    private let shelf: Shelf
    private(set) var tills: [WorldTill]
    /// The index of the till that receives the requests.
    private(set) var turn = 0

    /// A second address of the terminal.
    static let otherName = DeviceAddress(scheme: "memory", path: "other-name")

    enum Shelf: Hashable, Sendable { case memory, sqlite }

    init(_ choices: Choices, seed: UInt64, on line: LineKind, shelf: Shelf, hasTwin: Bool, keepsLog: Bool) throws {
        world = VirtualWorld(seed: seed)
        self.shelf = shelf
        self.choices = choices
        log = WorldLog(isKept: keepsLog, environment: world.environment)
        let counter = try Self.counter(in: world, shelf)
        let first = LawfulTerminal(
            on: line, choices: choices, log: log, environment: world.environment, isAnonymous: hasTwin)
        let twin =
            hasTwin
            ? LawfulTerminal(on: line, choices: choices, log: log, environment: world.environment, twinOf: first) : nil
        terminals = WorldTerminals(first, twin: twin)
        tills = [WorldTill(counter, at: terminals, choices, log)]
    }

    private static func counter(in world: VirtualWorld, _ shelf: Shelf) throws -> VirtualCounter {
        try VirtualCounter(in: world, orders: [OrderID(rawValue: 1042), OrderID(rawValue: 1043)]) {
            world throws(StorageError) in
            switch shelf {
            case .memory: MemoryStorage { world.now }
            case .sqlite: try StorageManager.inMemory { world.now }
            }
        }
    }

    private var till: WorldTill { tills[turn] }
    var storage: any StorageManagerType { till.counter.disk.storage }
    var printer: MemoryPrinter { till.counter.printer }
    var lifeViolations: [String] { till.life.seen }

    /// The running till; started if there is none.
    func runningTill() throws(Failure) -> VirtualTill { try till.start() }

    /// Switches to another till after ending the program of the current one. A till is installed with its first turn.
    func turn(to next: Int) throws {
        guard next != turn else { return }
        till.stop()
        while tills.count <= next {
            tills.append(WorldTill(try Self.counter(in: world, shelf), at: terminals, choices, log))
        }
        turn = next
    }

    /// Connects each terminal at the other's address while no till runs.
    func swapTerminals() {
        forEachTill { till.stop() }
        log.note(.world("the terminals change their addresses"))
        terminals.swap()
    }

    /// Calls `work` for each till and returns to the current one.
    func forEachTill(_ work: () throws -> Void) rethrows {
        let former = turn
        for next in tills.indices {
            if next != turn { till.stop() }
            turn = next
            try work()
        }
        if former != turn { till.stop() }
        turn = former
    }

    /// Ends this world: no work continues, and no references within it keep it in memory.
    func end() {
        for terminal in terminals.all { terminal.cancel = nil }
        for till in tills { till.end() }
    }

    /// Restarts a till whose disk was full, as after someone made room.
    func restartIfFull() { if till.life.isFull { till.stop() } }
}
