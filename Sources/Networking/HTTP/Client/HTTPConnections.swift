import AsyncHTTPClient
import Foundation
import Model
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL
import Networking

/// The connections of the process to its shops. They are kept and used again, with HTTP/2 where a shop offers it.
package final class HTTPConnections: HTTPExchange {
    package let limits: HTTPLimits
    private let client: HTTPClient
    private let probe: CertificateProbe

    /// Opens no connection yet. TLS before version 1.2 will be refused.
    ///
    /// - Parameter authorities: a file in PEM with certificates of authorities that are trusted besides the system's own.
    /// - Throws: `.connection(.tls)` when the file has no certificates.
    package init(limits: HTTPLimits = .usual, authorities: String? = nil) throws(NetworkError) {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: try Self.tls(trusting: authorities), redirectConfiguration: .disallow,
            timeout: .init(connect: .nanoseconds(limits.connecting.wholeNanoseconds)),
            decompression: .enabled(limit: .size(limits.answerBytes)))
        // A connection that is refused is told at once; the pauses between attempts are ours.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        probe = CertificateProbe(timeout: limits.connecting)
        self.limits = limits
    }

    deinit {
        // Without a shutdown the client would end the process. After one this does nothing.
        client.shutdown { _ in }
    }

    /// Closes all connections. Requests under way fail, and so does every later one.
    package func shutdown() async {
        try? await client.shutdown()
    }

    func answer(to request: WrittenRequest, within limit: Duration) async throws(NetworkError) -> Response {
        let collector = AnswerCollector(limit: limits.answerBytes)
        do {
            let task = client.execute(
                request: try message(request), delegate: collector,
                deadline: .now() + .nanoseconds(limit.wholeNanoseconds))
            return try await withTaskCancellationHandler {
                try await task.get()
            } onCancel: {
                task.cancel()
            }
        } catch {
            let problem = TransportProblem(error, hasBegun: collector.hasBegun)
            throw await problem.networkError(host: request.target.address.place, limit: limit, limits: limits) {
                await probe.look(at: request.target)
            }
        }
    }

    private func message(_ request: WrittenRequest) throws -> HTTPClient.Request {
        var headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
        // The library waits for the packed body of an answer that has none.
        headers.add(name: "Accept-Encoding", value: request.method == "HEAD" ? "identity" : "gzip, deflate")
        return try HTTPClient.Request(
            url: request.url, method: HTTPMethod(rawValue: request.method), headers: headers,
            body: request.body.map { .data($0) })
    }

    /// TLS from version 1.2, with a shop's own authorities if it has any.
    static func tls(trusting authorities: String?) throws(NetworkError) -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let authorities { tls.additionalTrustRoots = [.certificates(try certificates(in: authorities))] }
        return tls
    }

    private static func certificates(in file: String) throws(NetworkError) -> [NIOSSLCertificate] {
        do {
            let found = try NIOSSLCertificate.fromPEMFile(file)
            if !found.isEmpty { return found }
        } catch {}
        throw .connection(.tls(host: file, reason: Sentence("detail.http.noCertificates")))
    }
}
