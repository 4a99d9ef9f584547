import Failures
import Flow
import Glibc
import Model
import NIOSSL

/// The certificate with which the service proves over TCP who it is, and its key.
package struct ServiceCertificate: Hashable, Sendable {
    /// The file of the certificate, with those between it and its authority behind it, in PEM.
    let file: String
    /// The file of its key, in PEM.
    let key: String

    package init(file: String, key: String) { (self.file, self.key) = (file, key) }

    /// TLS from version 1.2 on. Throws `service.badCertificate` if the files cannot be read or do not belong together, or if
    /// everybody can read the key.
    func configuration() throws(Failure) -> TLSConfiguration {
        for path in [file, key] {
            var facts = stat()
            // What is no file, such as a pipe, might never end.
            guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
                throw unusable(Sentence("detail.service.noFile", ["file": path.presentable]))
            }
            guard path != key || facts.st_mode & 0o007 == 0 else {
                throw unusable(Sentence("detail.key.othersRead", ["file": key.presentable]))
            }
        }
        do {
            var made = TLSConfiguration.makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMFile(file).map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
            made.minimumTLSVersion = .tlsv12
            // Made once to see whether the key is the certificate's.
            _ = try NIOSSLContext(configuration: made)
            return made
        } catch { throw unusable(Sentence(stored: "\(error)")) }
    }

    private func unusable(_ why: Sentence) -> Failure {
        Failure(
            ServiceFailure.badCertificate,
            Sentence("failure.service.badCertificate", ["file": file.presentable, "key": key.presentable]),
            remedy: Sentence("remedy.service.badCertificate"), recovery: .askOperator, causes: [why])
    }
}
