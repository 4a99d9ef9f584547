import Failures
import Flow
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import Networking
import Synchronization

/// A shop that is reached over HTTP, with or without TLS, and that can go wrong in every way that is asked for.
package final class ShopServer: Sendable {
    /// The most connections at a time; further ones are closed at once.
    package static let mostConnections = 256
    private static let longestQueue: Int32 = 256
    private static let threads = 2

    private let service = Mutex<ShopService?>(nil)
    private let certificate: SelfMadeCertificate?
    private let speaksHTTP2: Bool
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: ShopServer.threads)
    private let listener = Mutex<(any Channel)?>(nil)
    private let connections = Mutex(0)
    private let made = Mutex(0)
    private let http2 = Mutex(0)

    /// - Parameters:
    ///   - certificate: of a server with TLS.
    ///   - speaksHTTP2: whether clients may choose HTTP/2, which needs TLS (ALPN, RFC 7301).
    package init(certificate: SelfMadeCertificate?, speaksHTTP2: Bool = false) {
        self.certificate = certificate
        self.speaksHTTP2 = speaksHTTP2
    }

    /// How many connections clients have made, including those that are closed by now.
    package var connectionsMade: Int { made.withLock { $0 } }
    /// On how many connections HTTP/2 was chosen.
    package var http2Connections: Int { http2.withLock { $0 } }

    /// Begins to listen; port 0 takes any free one. Returns the address, such as `https://127.0.0.1:8443`.
    ///
    /// - Parameter serve: makes what answers; the address is a part of the answers. Who connects before is sent away.
    package func start(
        host: String, port: Int, serve: (_ address: String) -> ShopService
    ) throws(Failure) -> String {
        let name = host.contains(":") ? "[\(host)]" : host
        do {
            let tls = try context()
            let listener = try bootstrap(tls).bind(host: host, port: port).wait()
            self.listener.withLock { $0 = listener }
            let address = "\(tls == nil ? "http" : "https")://\(name):\(listener.localAddress?.port ?? port)"
            let made = serve(address)
            service.withLock { $0 = made }
            return address
        } catch {
            throw Failure(
                SimulatorFailure.network, "Nobody can listen on \(name):\(port): \(error)",
                remedy: "choose another place with --listen", recovery: .askOperator)
        }
    }

    private func context() throws -> NIOSSLContext? {
        guard var configuration = certificate?.configuration else { return nil }
        if speaksHTTP2 { configuration.applicationProtocols = ["h2", "http/1.1"] }
        return try NIOSSLContext(configuration: configuration)
    }

    private func bootstrap(_ tls: NIOSSLContext?) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: Self.longestQueue)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { [self] channel in
                guard let service = service.withLock({ $0 }), take() else { return channel.close() }
                channel.closeFuture.whenComplete { [self] _ in connections.withLock { $0 -= 1 } }
                made.withLock { $0 += 1 }
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
                    guard !speaksHTTP2 else { return }
                    try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
                    try pipeline.addHandler(ShopConnection(service, isSecure: tls != nil))
                }.flatMap { [self] in
                    speaksHTTP2 ? negotiate(on: channel, service) : channel.eventLoop.makeSucceededVoidFuture()
                }
            }
    }

    /// The client chooses the protocol. With HTTP/2 each request has a stream of its own, and ends with it.
    private func negotiate(on channel: any Channel, _ service: ShopService) -> EventLoopFuture<Void> {
        channel.configureCommonHTTPServerPipeline(
            h2ConnectionChannelConfigurator: { [self] channel in
                http2.withLock { $0 += 1 }
                return channel.eventLoop.makeSucceededVoidFuture()
            },
            { stream in
                stream.eventLoop.makeCompletedFuture {
                    try stream.pipeline.syncOperations.addHandler(ShopConnection(service, isSecure: true))
                }
            })
    }

    private func take() -> Bool {
        connections.withLock { count in
            guard count < Self.mostConnections else { return false }
            count += 1
            return true
        }
    }

    /// Closes everything and waits for it.
    package func stop() {
        try? listener.withLock { $0 }?.close().wait()
        try? group.syncShutdownGracefully()
    }
}
