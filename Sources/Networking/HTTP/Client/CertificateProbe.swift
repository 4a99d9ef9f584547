import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// Looks at the certificate of a host whose certificate was not trusted, because the library does not say why: an expired
/// one needs another remedy than one from a stranger. No byte of a request is sent.
struct CertificateProbe: Sendable {
    enum Validity: Hashable {
        case notValidToday, valid, unknown
    }

    let timeout: Duration

    func look(at target: RequestTarget) async -> Validity {
        let seen = Seen()
        let host = target.host.trimmingCharacters(in: ["[", "]"])
        let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
        guard let context = try? NIOSSLContext(configuration: .makeClientConfiguration()) else { return .unknown }
        let loops = MultiThreadedEventLoopGroup.singleton
        let connecting = ClientBootstrap(group: loops).connectTimeout(.nanoseconds(timeout.wholeNanoseconds))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = try NIOSSLClientHandler(
                        context: context, serverHostname: isAddress ? nil : host,
                        customVerificationCallback: { chain, promise in
                            seen.take(chain.first)
                            promise.succeed(.failed)
                        })
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
        guard let channel = try? await connecting.connect(host: host, port: target.port ?? target.scheme.port).get()
        else { return .unknown }
        let giveUp = channel.eventLoop.scheduleTask(in: .nanoseconds(timeout.wholeNanoseconds)) {
            channel.close(promise: nil)
        }
        try? await channel.closeFuture.get()
        giveUp.cancel()
        return seen.validity
    }

    /// The first and last moment of the certificate that was shown.
    private final class Seen: Sendable {
        private let dates = Mutex<(from: Int, until: Int)?>(nil)

        func take(_ certificate: NIOSSLCertificate?) {
            dates.withLock { $0 = certificate.map { (Int($0.notValidBefore), Int($0.notValidAfter)) } }
        }

        var validity: Validity {
            guard let (from, until) = dates.withLock({ $0 }) else { return .unknown }
            // The library compares with this clock as well.
            let today = time(nil)
            return from <= today && today <= until ? .valid : .notValidToday
        }
    }
}
