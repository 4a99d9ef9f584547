import Failures
import Flow
import Foundation
import Glibc
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import Model
import NIOCore
import ServiceLifecycle
import Stores
import Synchronization

/// The HTTP interface of a till: one router at a TCP address and a Unix socket.
package final class TillService: Sendable {
    /// The addresses at which the service listens.
    package struct Places: Sendable {
        package var listen: ListenAddress?
        /// The path of a Unix socket.
        package var socket: String?
        /// What proves over TCP who the service is; nil for no TLS.
        package var certificate: ServiceCertificate?
        /// What `Host` may be besides the service's own names.
        package var hosts: [String]
        /// What the machine's groups may do at the Unix socket.
        package var roles: SocketRoles

        package init(
            listen: ListenAddress?, socket: String?, certificate: ServiceCertificate? = nil, hosts: [String] = [],
            roles: SocketRoles = SocketRoles()
        ) {
            self.listen = listen
            self.socket = socket
            self.certificate = certificate
            self.hosts = hosts.map { $0.lowercased() }
            self.roles = roles
        }
    }

    private let till: any ServedTill
    private let places: Places
    let responder: RequestResponder
    private let gate = ShutdownGate()
    private let enquiries: TerminalEnquiries
    private let group = Mutex<ServiceGroup?>(nil)
    private let logger = Logger(label: "http")

    package init(_ till: any ServedTill, at places: Places) {
        self.till = till
        self.places = places
        enquiries = TerminalEnquiries(till: till)
        responder = RequestResponder(
            table: RouteTable(serving: till, gate: gate, enquiries: enquiries),
            tokens: AccessTokens(storage: till.storage, environment: till.environment),
            environment: till.environment, usualLanguage: { till.language }, owner: geteuid(), places: places,
            figures: till.figures
        ) { right, holder async throws(Failure) in
            try await till.ask { OperatorAction.renew(right: right, holder: holder, $0) }
        }
    }

    /// Serves until `stop`, and returns when every request is answered.
    ///
    /// - Parameter ready: called once, with the places, when all of them are listened at.
    package func run(_ ready: @escaping @Sendable ([String]) -> Void) async throws(Failure) {
        try await responder.table.begin()
        let rounds = beginRounds()
        defer { for round in rounds { round.cancel() } }
        let bound = Bound(expected: (places.listen == nil ? 0 : 1) + (places.socket == nil ? 0 : 1), ready: ready)
        var listeners: [Listener] = []
        if let listen = places.listen {
            let tls = try places.certificate?.configuration()
            listeners.append(
                try listener("\(listen.host):\(listen.port)", .hostname(listen.host, port: listen.port), tls) {
                    channel in
                    let host = listen.host.contains(":") ? "[\(listen.host)]" : listen.host
                    bound.add("\(tls == nil ? "http" : "https")://\(host):\(channel.localAddress?.port ?? 0)")
                })
        }
        if let socket = places.socket {
            try refuseSocketInUse(socket)
            listeners.append(
                try listener(socket, .unixDomainSocket(path: socket)) { _ in
                    // Nobody but the owner could connect before.
                    chmod(socket, 0o660)
                    bound.add("unix:\(socket)")
                })
        }
        var configuration = ServiceGroupConfiguration(
            services: listeners.map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) },
            gracefulShutdownSignals: [], logger: logger)
        configuration.maximumGracefulShutdownDuration = Self.shutdownTimeout
        let group = ServiceGroup(configuration: configuration)
        self.group.withLock { $0 = group }
        // It was told to stop while it was still starting.
        if gate.isClosed { return }
        do { try await group.run() } catch {
            throw (error as? ListenError)?.failure ?? ListenObstacle(error).failure(at: "-")
        }
        if let socket = places.socket { unlink(socket) }
    }

    /// Looks at the devices, and asks the shop, now and then. A preview of the kiosk leaves both alone.
    private func beginRounds() -> [any Running] {
        guard till.servedKiosk?.sample == nil else { return [] }
        return [
            DeviceRounds(till: till, gate: gate, enquiries: enquiries).begin(),
            NotificationPolling(till: till, gate: gate).begin(),
        ]
    }

    /// Answers requests that would begin something with `service.stopping` from now on.
    package func refuseNewWork() { gate.close() }

    /// Begins nothing new, waits for a running payment, and then stops serving.
    package func stop() {
        refuseNewWork()
        let (till, environment) = (till, till.environment)
        _ = environment.spawn("stop the service") { [self] in
            // In this order: what was let in is busy before it leaves the gate.
            while gate.isOccupied || till.isBusy { try? await environment.sleep(environment.uptime() + Self.pause) }
            till.feed.close()
            await group.withLock { $0 }?.triggerGracefulShutdown()
        }
    }

    /// How long open requests may still take once no payment runs.
    private static let shutdownTimeout = Duration.seconds(10)

    /// How often a running payment is looked at while the service stops.
    private static let pause = Duration.milliseconds(100)

    private func listener(
        _ name: String, _ address: BindAddress, _ tls: TLSConfiguration? = nil,
        _ running: @escaping @Sendable (any Channel) async -> Void
    ) throws(Failure) -> Listener {
        var decoder = HTTP1Channel.Configuration.DecoderConfiguration()
        decoder.maxHeaderFieldSize = ServiceLimits.longestField
        decoder.maxHeaderListSize = ServiceLimits.longestHead
        decoder.maxHeaderFieldCount = ServiceLimits.mostFields
        let (limit, till, figures) = (ConnectionLimit(most: ServiceLimits.mostConnections), till, till.figures)
        let refusal = { @Sendable () -> ServiceResponse in
            figures.count(nil, status: 503)
            return .problem(.tooManyConnections, request: till.environment.newID("req"), in: till.language)
        }
        let channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionRefusal(limit, refusal), RequestDeadline()],
            httpDecoderConfiguration: decoder)
        let plain = HTTPServerBuilder.http1(configuration: channel)
        let server: HTTPServerBuilder
        do { server = try tls.map { try HTTPServerBuilder.tls(plain, tlsConfiguration: $0) } ?? plain } catch {
            throw ListenObstacle(error).failure(at: name)
        }
        return Listener(
            name: name,
            service: HTTPService(
                responder: responder.router.buildResponder(), server: server,
                configuration: ServerConfiguration(
                    address: address,
                    availableConnectionsDelegate: .maximum(ServiceLimits.mostAccepted, logger: logger)),
                environment: till.environment, logger: logger, running: running))
    }

    /// The server would take the place of another process's socket silently.
    private func refuseSocketInUse(_ path: String) throws(Failure) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw ListenObstacle(code: ENAMETOOLONG).failure(at: path)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let isTaken = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        if isTaken { throw ListenObstacle.inUse.failure(at: path) }
    }
}

/// Counts the places that are listened at.
private final class Bound: Sendable {
    private let expected: Int
    private let ready: @Sendable ([String]) -> Void
    private let names = Mutex<[String]>([])

    init(expected: Int, ready: @escaping @Sendable ([String]) -> Void) {
        self.expected = expected
        self.ready = ready
    }

    func add(_ name: String) {
        let all = names.withLock { names in
            names.append(name)
            return names
        }
        if all.count == expected { ready(all.sorted()) }
    }
}

/// A server whose failure says where it could not listen.
private struct Listener: ServiceLifecycle.Service {
    let name: String
    let service: any ServiceLifecycle.Service

    func run() async throws {
        do { try await service.run() } catch { throw ListenError(failure: ListenObstacle(error).failure(at: name)) }
    }
}

private struct ListenError: Error {
    let failure: Failure
}

extension Failure {
    fileprivate static let tooManyConnections = Failure(
        ServiceFailure.tooManyConnections,
        Sentence("failure.service.tooManyConnections", ["most": ServiceLimits.mostConnections]),
        remedy: Sentence("remedy.service.tooManyConnections"), recovery: .retry)
}
