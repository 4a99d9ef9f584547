import AsyncHTTPClient
import Foundation
import NIOCore
import Networking

/// Loads pictures from a shop's server. Nothing but the address is sent there.
package final class PictureDownload: Sendable {
    /// The largest picture, in bytes.
    private static let largest = 2 * 1024 * 1024
    private static let patience = TimeAmount.seconds(10)

    private let client: HTTPClient

    /// - Parameter authorities: a file in PEM with certificates of authorities that are trusted besides the system's own.
    /// - Throws: `.connection(.tls)` when the file has no certificates.
    package init(authorities: String? = nil) throws(NetworkError) {
        let tls = try HTTPConnections.tls(trusting: authorities)
        client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: HTTPClient.Configuration(
                tlsConfiguration: tls, redirectConfiguration: .disallow,
                timeout: .init(connect: .seconds(5), read: Self.patience)))
    }

    deinit {
        // Without a shutdown the client would end the process.
        client.shutdown { _ in }
    }

    /// The bytes at an address of this shop; nil if there are none, too many, or the address is of another server. So no shop
    /// has the till ask a machine of its own network.
    package func load(_ address: String, of shop: String) async -> [UInt8]? {
        guard let url = URL(string: address), let own = URL(string: shop), url.scheme == own.scheme,
            url.host == own.host,
            url.port == own.port, url.user == nil
        else { return nil }
        do {
            let answer = try await client.execute(
                HTTPClientRequest(url: address), deadline: .now() + Self.patience)
            guard answer.status == .ok else { return nil }
            return Array(buffer: try await answer.body.collect(upTo: Self.largest))
        } catch {
            // A product can be sold without its picture.
            return nil
        }
    }
}
