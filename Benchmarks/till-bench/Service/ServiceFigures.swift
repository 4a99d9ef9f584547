import Flow
import Foundation
import Simulator
import Synchronization

/// What `till serve` costs: its start on a long journal, its rest, and its answers while many ask.
struct ServiceFigures: Benchmark {
    static let name = "service_"
    private static let starts = 5
    private static let listeners = 200
    private static let payments = 200
    /// How long it rests before and while its memory and its waits are measured.
    private static let rest = Duration.seconds(10)
    /// How often it is asked whether something has come about, and the pause between.
    private static let (tries, pause) = (6_000, Duration.milliseconds(5))

    let place: Workplace
    init(_ place: Workplace) { self.place = place }

    func figures() async throws -> [Figure] {
        var figures: [Figure] = []
        for measure in [starts, orders, events, firstBytes, sixteenTerminals] {
            do { figures += try await measure() } catch { figures.append(Figure(name: Self.name, missing: "\(error)")) }
        }
        return figures
    }

    // MARK: Start and rest

    /// The middle of several starts on the long journal, then what the last of these processes needs while nobody asks.
    private func starts() async throws -> [Figure] {
        let data = "\(place.folder)/long"
        try ScaledDirectory.make(in: data, rows: place.rows, place)
        let (address, terminal) = try terminal(.approve)
        defer { terminal.stop() }
        let configuration = Self.configuration([address], printer: "\(place.folder)/paper")
        var spans: [Int64] = []
        for _ in 1..<Self.starts {
            spans.append(
                try MeasuredService(place, data: data, configuration: configuration, port: Self.freePort())
                    .nanosecondsToReady)
        }
        let service = try MeasuredService(place, data: data, configuration: configuration, port: Self.freePort())
        spans.append(service.nanosecondsToReady)
        try await place.environment.sleep(place.environment.uptime() + Self.rest)
        let before = try service.waits()
        try await place.environment.sleep(place.environment.uptime() + Self.rest)
        let waits = try service.waits() - before
        return [
            figure("ready", Samples(spans).p50 / 1e6, "ms", .atMost(300)),
            figure("idle_memory", Double(try service.residentMemory()) / 1e6, "MB", .atMost(40)),
            figure("idle_waits", Double(waits) / (Self.rest / .seconds(1)), "1/s"),
        ]
    }

    // MARK: Answers

    /// A thousand requests a second for one order, by wrk.
    private func orders() async throws -> [Figure] {
        let wrk = "/usr/bin/wrk"
        guard FileManager.default.isExecutableFile(atPath: wrk) else {
            return [Figure(name: Self.name + "order_", missing: "\(wrk) is not there (Debian's package wrk)")]
        }
        let quick = try quickService(.approve)
        let service = quick.service
        _ = try service.ask("GET", "/v1/orders/1042")
        let out = "\(place.folder)/wrk.txt"
        let script = """
            '\(wrk)' -t1 -c10 -d10s --latency -s Benchmarks/wrk/paced.lua -H '\(service.authorization)' \
            'http://127.0.0.1:\(service.port)/v1/orders/1042' >'\(out)'
            """
        _ = try place.run("/bin/sh", ["-c", script])
        let text = try String(contentsOfFile: out, encoding: .utf8)
        guard let p99 = WrkReport.milliseconds(of: "99%", in: text), let rate = WrkReport.rate(in: text),
            !text.contains("Non-2xx")
        else { throw BenchmarkFailed(description: "wrk says: \(text)") }
        return [figure("order_p99", p99, "ms", .atMost(2)), figure("order_rate", rate, "1/s", .atLeast(900))]
    }

    /// From the terminal's result of a payment on its line to the entry of it at each of many listeners, the commit on a disk
    /// in memory included.
    private func events() async throws -> [Figure] {
        let quick = try quickService(.decline)
        let (service, line) = (quick.service, quick.line)
        let listeners = try EventListeners(Self.listeners, service, uptime: place.environment.uptime)
        var spans: [Int64] = []
        // The first payment of a service loads what the later ones find loaded.
        for round in 0...20 {
            listeners.expect("payment.result")
            let payment = try await pay(service, key: "events-\(round)", terminal: "r0", order: 1042)
            try await finish(payment, service)
            guard let told = line.result else { throw BenchmarkFailed(description: "the terminal told no result") }
            try await place.environment.sleep(place.environment.uptime() + .milliseconds(100))
            for heard in listeners.heard {
                guard let heard else { throw BenchmarkFailed(description: "a listener heard nothing") }
                if round > 0 { spans.append((heard - told).wholeNanoseconds) }
            }
        }
        return [figure("event_p99", Samples(spans).p99 / 1e6, "ms", .atMost(10))]
    }

    /// From the request for a payment to its first byte on the terminal's line, with the data on a disk in memory. Of each
    /// order up to a dozen payments were declined before.
    private func firstBytes() async throws -> [Figure] {
        let quick = try quickService(.decline)
        let (service, line) = (quick.service, quick.line)
        let orders = Array(try await pendingOrders(service, quick.data))
        var spans: [Int64] = []
        for round in 0..<Self.payments {
            line.expect()
            let order = orders[round % orders.count]
            let payment = try await pay(service, key: "bytes-\(round)", terminal: "r0", order: order)
            try await finish(payment, service)
            guard let first = line.firstByte(after: payment.at) else {
                throw BenchmarkFailed(description: "no byte came to the terminal")
            }
            spans.append((first - payment.at).wholeNanoseconds)
        }
        return [figure("post_to_line_p99", Samples(spans).p99 / 1e6, "ms", .atMost(5))]
    }

    /// The slowest of sixteen payments at once, divided by one alone. Card and host take as long as in a shop.
    private func sixteenTerminals() async throws -> [Figure] {
        let terminals = try (0..<16).map { _ in try terminal(.decline, pace: .milliseconds(500)) }
        defer { terminals.forEach { $0.terminal.stop() } }
        let data = try Self.memory(place)
        defer { try? FileManager.default.removeItem(atPath: data) }
        let service = try MeasuredService(
            place, data: data,
            configuration: Self.configuration(terminals.map(\.address), printer: "\(place.folder)/paper"),
            port: Self.freePort())
        let orders = try await pendingOrders(service, data)
        var (alone, together): (Double, Double) = (.infinity, .infinity)
        for round in 0..<3 {
            alone = min(alone, try await slowest(of: orders.prefix(1), "alone-\(round)", service))
            together = min(together, try await slowest(of: orders, "together-\(round)", service))
        }
        return [
            figure("payment_alone", alone, "s"), figure("16_terminals_ratio", together / alone, "×", .atMost(1.25)),
        ]
    }

    /// How long it takes until each of these orders is declined, at a terminal each.
    private func slowest(of orders: ArraySlice<Int64>, _ key: String, _ service: MeasuredService) async throws -> Double
    {
        let start = place.environment.uptime()
        var begun: [Begun] = []
        for (number, order) in orders.enumerated() {
            begun.append(try await pay(service, key: "\(key)-\(number)", terminal: "r\(number)", order: order))
        }
        for payment in begun { try await finish(payment, service) }
        return (place.environment.uptime() - start) / .seconds(1)
    }

    // MARK: Parts

    /// Sixteen orders that can be paid.
    private func pendingOrders(_ service: MeasuredService, _ data: String) async throws -> ArraySlice<Int64> {
        let till = try place.program("till")
        for _ in 0..<16 { _ = try place.run(till, ["orders", "create", "--product", "11", "--data", data]) }
        let page = try JSONDecoder().decode(
            OrderPage.self, from: Data(try service.ask("GET", "/v1/orders?status=pending&limit=50").body.utf8))
        let orders = page.items.filter { $0.currency == "EUR" }.compactMap { Int64($0.number) }.prefix(16)
        guard orders.count == 16 else { throw BenchmarkFailed(description: "there are no sixteen orders") }
        return orders
    }

    private struct OrderPage: Decodable {
        struct Item: Decodable { let number, currency: String }
        let items: [Item]
    }

    /// A payment, and when it was requested.
    private struct Begun {
        let path: String
        let at: Uptime
    }

    /// Begins a payment, as soon as the terminal has let go of the one before.
    private func pay(_ service: MeasuredService, key: String, terminal: String, order: Int64) async throws -> Begun {
        for _ in 0..<Self.tries {
            let start = place.environment.uptime()
            let answer = try service.ask(
                "POST", "/v1/payments", ["Idempotency-Key: \(key)"],
                body: "{\"order\":\"\(order)\",\"reader\":\"\(terminal)\"}")
            let location = answer.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("location:") }
            if answer.status == 202, let path = location?.split(separator: " ").last {
                return Begun(path: String(path), at: start)
            }
            guard answer.status == 503 else {
                throw BenchmarkFailed(description: "the payment is answered: \(answer.head) \(answer.body)")
            }
            try await place.environment.sleep(place.environment.uptime() + Self.pause)
        }
        throw BenchmarkFailed(description: "the terminal stays busy")
    }

    private func finish(_ payment: Begun, _ service: MeasuredService) async throws {
        for _ in 0..<Self.tries {
            if try service.ask("GET", payment.path).body.contains("\"state\":\"final\"") { return }
            try await place.environment.sleep(place.environment.uptime() + Self.pause)
        }
        throw BenchmarkFailed(description: "\(payment.path) does not end")
    }

    /// A service on a disk in memory with one terminal that takes no time, and somebody who looks at its line.
    private func quickService(_ scenario: TerminalScenario.Shipped) throws -> QuickService {
        let (address, terminal) = try terminal(scenario)
        guard let port = address.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw BenchmarkFailed(description: "\(address) has no port")
        }
        let line = try WatchedLine(to: port, uptime: place.environment.uptime)
        let data = try Self.memory(place)
        let service = try MeasuredService(
            place, data: data,
            configuration: Self.configuration(["tcp:127.0.0.1:\(line.port)"], printer: "\(place.folder)/paper"),
            port: Self.freePort())
        return QuickService(service: service, terminal: terminal, line: line, data: data)
    }

    /// Starts a simulated terminal, and returns it with the address at which a till reaches it.
    ///
    /// - Parameter pace: how long the card takes, and the host; nil for a terminal that takes no time at all.
    private func terminal(
        _ shipped: TerminalScenario.Shipped, pace: Duration? = nil
    ) throws -> (address: String, terminal: SimulatedTerminalOnTCP) {
        var scenario = try TerminalScenario(nameOrPath: shipped.rawValue)
        scenario.timing.cardDelay = Seconds(pace ?? .zero)
        scenario.timing.hostDelay = Seconds(pace ?? .zero)
        if pace == nil { scenario.timing.stepDelay = 0 }
        let name = place.environment.newID("terminal")
        scenario.identity.terminalID = String(name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 90_000_000 } + 10_000_000)
        let terminal = try SimulatedTerminalOnTCP(
            scenario: scenario, directory: "\(place.folder)/\(name)", port: 0, environment: place.environment)
        return ("tcp:\(try terminal.start())", terminal)
    }

    private static func configuration(_ readers: [String], printer: String) -> String {
        let path = printer.hasPrefix("/") ? printer : FileManager.default.currentDirectoryPath + "/" + printer
        let devices = readers.enumerated().map { "[[readers]]\nname = \"r\($0)\"\naddress = \"\($1)\"\n" }
        return devices.joined() + "[[printers]]\nname = \"paper\"\naddress = \"file:\(path)\"\n"
    }

    private static func freePort() throws -> UInt16 { try TCPSocket.freePort() }

    /// A new folder on a disk in memory, where a commit takes next to no time.
    private static func memory(_ place: Workplace) throws -> String {
        let folder = "/dev/shm/\(place.environment.newID("till-bench"))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    private func figure(_ name: String, _ value: Double, _ unit: String, _ goal: Figure.Goal? = nil) -> Figure {
        Figure(name: Self.name + name, value: value, unit: unit, goal: goal)
    }
}

/// A service with one terminal on this machine.
private final class QuickService {
    let service: MeasuredService
    let terminal: SimulatedTerminalOnTCP
    let line: WatchedLine
    let data: String

    init(service: MeasuredService, terminal: SimulatedTerminalOnTCP, line: WatchedLine, data: String) {
        (self.service, self.terminal, self.line, self.data) = (service, terminal, line, data)
    }

    deinit {
        service.stop()
        line.stop()
        terminal.stop()
        try? FileManager.default.removeItem(atPath: data)
    }
}
