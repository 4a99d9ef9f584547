import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Networking
import Synchronization

/// Delivers webhooks as WooCommerce does: a ping when one is made, unsigned and as a form, and events as signed JSON. What
/// cannot be delivered is given up.
package final class WebhookSender: Sendable {
    /// The most deliveries at a time; further ones are given up.
    private static let most = 32
    private static let patience = TimeAmount.seconds(5)

    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let running = Mutex(0)
    private let source: String

    /// - Parameter source: the shop's address.
    package init(source: String) { self.source = source }

    package func stop() { try? group.syncShutdownGracefully() }

    func send(_ events: [ShopEvent], _ hooks: [ShopWebhook]) {
        for event in events {
            for hook in hooks
            where event.topic == "ping" ? hook.id == event.id : hook.isActive && hook.topic == event.topic {
                send(event, hook)
            }
        }
    }

    private func send(_ event: ShopEvent, _ hook: ShopWebhook) {
        guard let address = URLComponents(string: hook.address), let host = address.host, begins() else { return }
        let isSecure = address.scheme == "https"
        let isPing = event.topic == "ping"
        let body = isPing ? Data("webhook_id=\(hook.id)".utf8) : event.body
        var head = HTTPRequestHead(
            version: .http1_1, method: .POST,
            uri: (address.percentEncodedPath.isEmpty ? "/" : address.percentEncodedPath)
                + (address.percentEncodedQuery.map { "?\($0)" } ?? ""))
        head.headers = HTTPHeaders(headers(event, hook, body, isPing))
        head.headers.add(name: "Host", value: address.port.map { "\(host):\($0)" } ?? host)
        let message = [HTTPClientRequestPart.head(head), .body(.byteBuffer(ByteBuffer(bytes: body))), .end(nil)]
        ClientBootstrap(group: group)
            .connectTimeout(Self.patience)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if isSecure {
                        let context = try NIOSSLContext(configuration: .makeClientConfiguration())
                        try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: host))
                    }
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(WebhookDelivery(message))
                    channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
                }
            }
            .connect(host: host, port: address.port ?? (isSecure ? 443 : 80))
            .flatMap { $0.closeFuture }
            .whenComplete { [self] _ in running.withLock { $0 -= 1 } }
    }

    private func begins() -> Bool {
        running.withLock { count in
            guard count < Self.most else { return false }
            count += 1
            return true
        }
    }

    private func headers(
        _ event: ShopEvent, _ hook: ShopWebhook, _ body: Data, _ isPing: Bool
    ) -> [(String, String)] {
        let usual = [
            ("User-Agent", "WooCommerce/\(ShopRules.version) Hookshot (WordPress/7.1)"), ("Accept", "*/*"),
            ("Connection", "close"), ("Content-Length", String(body.count)),
        ]
        guard !isPing else { return usual + [("Content-Type", "application/x-www-form-urlencoded")] }
        let parts = event.topic.split(separator: ".").map(String.init)
        let code = HMAC<SHA256>.authenticationCode(for: body, using: SymmetricKey(data: Data(hook.secret.utf8)))
        let number = SHA256.hash(data: Data("\(hook.id) \(event.topic) \(event.id)".utf8) + body).prefix(16)
        return usual + [
            ("Content-Type", "application/json"), ("X-WC-Webhook-Source", source + "/"),
            ("X-WC-Webhook-Topic", event.topic), ("X-WC-Webhook-Resource", parts.first ?? ""),
            ("X-WC-Webhook-Event", parts.last ?? ""), ("X-WC-Webhook-Signature", Data(code).base64EncodedString()),
            ("X-WC-Webhook-ID", String(hook.id)),
            (
                "X-WC-Webhook-Delivery-ID",
                number.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            ),
        ]
    }
}

/// Sends one request and hangs up when it is answered.
private final class WebhookDelivery: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let message: [HTTPClientRequestPart]

    init(_ message: [HTTPClientRequestPart]) { self.message = message }

    func channelActive(context: ChannelHandlerContext) {
        for part in message { context.write(wrapOutboundOut(part), promise: nil) }
        context.flush()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = unwrapInboundIn(data) { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
