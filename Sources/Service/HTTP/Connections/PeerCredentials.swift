import Glibc
import NIOCore

/// The user and process at the other end of a Unix socket, by the kernel's word.
enum PeerCredentials {
    /// `struct ucred` of socket(7).
    struct Credentials {
        var process: Int32 = 0
        var user: UInt32 = 0
        var group: UInt32 = 0
    }

    /// The process at the other end; nil on any other kind of socket.
    static func of(_ channel: any Channel) async -> Credentials? {
        // On TCP the kernel answers as well: with no process and no user.
        guard case .unixDomainSocket = channel.localAddress, let socket = channel as? any SocketOptionProvider else {
            return nil
        }
        let told: EventLoopFuture<Credentials> = socket.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        guard let credentials = try? await told.get(), credentials.process != 0 else { return nil }
        return credentials
    }
}
