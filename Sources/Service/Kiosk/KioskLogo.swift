import Failures
import Flow
import Foundation
import Model

/// The file of the kiosk's logo.
package struct KioskLogo: Sendable {
    /// The longest logo, in bytes.
    private static let longest = 512 * 1024

    let path: String

    package init(path: String) { self.path = path }

    /// The picture and its media type. Throws `kiosk.logo` for a file that cannot be read, is too long or is no picture.
    func load() throws(Failure) -> (bytes: [UInt8], mediaType: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw unusable(Self.reason(errno)) }
        // What is no file, such as a pipe, might never end.
        guard facts.st_mode & S_IFMT == S_IFREG else { throw unusable(Sentence("detail.noFile")) }
        guard facts.st_size <= Self.longest else {
            throw unusable(
                Sentence("detail.logo.tooLong", ["size": Int(facts.st_size) / 1024, "most": Self.longest / 1024]))
        }
        guard access(path, R_OK) == 0 else { throw unusable(Self.reason(errno)) }
        guard let data = FileManager.default.contents(atPath: path), data.count <= Self.longest,
            let type = KioskPicture.mediaType(of: data)
        else { throw unusable(Sentence("detail.logo.noPicture")) }
        return (Array(data), type)
    }

    /// Why the kiosk shows no logo; nil if it shows it.
    package var obstacle: Failure? {
        do throws(Failure) { _ = try load() } catch { return error }
        return nil
    }

    private static func reason(_ code: Int32) -> Sentence {
        Sentence(stored: String(cString: strerror(code)).lowercased())
    }

    private func unusable(_ reason: Sentence) -> Failure {
        Failure(
            KioskFailure.logo, Sentence("failure.kiosk.logo", ["file": path.presentable, "reason": reason]),
            remedy: Sentence("remedy.kiosk.logo"), recovery: .askOperator)
    }
}
