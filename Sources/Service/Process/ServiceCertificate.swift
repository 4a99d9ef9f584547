import Failures
import Flow
import Foundation
import Model
import NIOSSL

/// The certificate with which the service proves over TCP who it is, and its key.
package struct ServiceCertificate: Hashable, Sendable {
    /// The period in which a certificate and its intermediate certificates are all valid.
    package struct Validity: Hashable, Sendable {
        /// The file of the certificate.
        package let file: String
        package let begins: Date
        package let ends: Date
    }

    /// The file of the certificate with its intermediate certificates behind it, in PEM.
    let file: String
    /// The file of its key, in PEM.
    let key: String

    package init(file: String, key: String) { (self.file, self.key) = (file, key) }

    /// When the certificate is valid. Throws `service.badCertificate` if the files cannot be read or do not belong together, or
    /// if everybody can read the key.
    package func validity() throws(Failure) -> Validity {
        let chain = try load().chain
        let begins = chain.map { Int64($0.notValidBefore) }.max() ?? 0
        let ends = chain.map { Int64($0.notValidAfter) }.min() ?? 0
        return Validity(
            file: file, begins: Date(timeIntervalSince1970: TimeInterval(begins)),
            ends: Date(timeIntervalSince1970: TimeInterval(ends)))
    }

    /// TLS from version 1.2 on. Throws as `validity` does.
    func configuration() throws(Failure) -> TLSConfiguration { try load().configuration }

    private func load() throws(Failure) -> (chain: [NIOSSLCertificate], configuration: TLSConfiguration) {
        for path in [file, key] { try checkReadable(path) }
        let chain: [NIOSSLCertificate]
        let privateKey: NIOSSLPrivateKey
        do { chain = try NIOSSLCertificate.fromPEMFile(file) } catch {
            throw unusable(Sentence("detail.certificate.none", ["file": file.presentable]))
        }
        do { privateKey = try NIOSSLPrivateKey(file: key, format: .pem) } catch {
            throw unusable(Sentence("detail.certificate.noKey", ["file": key.presentable]))
        }
        var made = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        made.minimumTLSVersion = .tlsv12
        // Made once to see whether the key is the certificate's.
        do { _ = try NIOSSLContext(configuration: made) } catch {
            throw unusable(Sentence("detail.certificate.otherKey"))
        }
        return (chain, made)
    }

    private func checkReadable(_ path: String) throws(Failure) {
        let found: ReadableFile
        do throws(ReadableFile.Obstacle) { found = try ReadableFile(path) } catch {
            switch error {
            case .noFile: throw unusable(Sentence("detail.service.noFile", ["file": path.presentable]))
            case .unreadable(let reason):
                throw unusable(Sentence("detail.service.unreadable", ["file": path.presentable, "reason": reason]))
            }
        }
        guard path != key || !found.isOpenToOthers else {
            throw unusable(Sentence("detail.key.othersRead", ["file": key.presentable]))
        }
    }

    private func unusable(_ why: Sentence) -> Failure {
        Failure(
            ServiceFailure.badCertificate,
            Sentence("failure.service.badCertificate", ["file": file.presentable, "key": key.presentable]),
            remedy: Sentence("remedy.service.badCertificate"), recovery: .askOperator, causes: [why])
    }
}

extension ServiceCertificate.Validity {
    /// How long before its end a certificate is to be renewed.
    package static let renewal: TimeInterval = 14 * 86_400

    /// What a person is to be warned of: clients refuse a certificate before and after this time. Nil for nothing.
    package func warning(at now: Date) -> Failure? {
        if now < begins { return warning(.certificateNotYet, "failure.service.certificateNotYet", begins) }
        if now >= ends { return warning(.certificateExpired, "failure.service.certificateExpired", ends) }
        guard ends < now + Self.renewal else { return nil }
        return warning(.certificateEnds, "failure.service.certificateEnds", ends)
    }

    private func warning(_ code: ServiceFailure, _ sentence: Sentence.Key, _ time: Date) -> Failure {
        Failure(
            code, Sentence(sentence, ["file": file.presentable, "time": WrittenMoment(time, in: .gmt)]),
            remedy: code == .certificateNotYet
                ? Sentence("remedy.service.certificateNotYet") : Sentence("remedy.service.certificateEnds"),
            recovery: .askOperator)
    }
}
