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
        let file: ReadableFile
        do throws(ReadableFile.Obstacle) { file = try ReadableFile(path) } catch {
            switch error {
            case .noFile: throw unusable(Sentence("detail.noFile"))
            case .unreadable(let reason): throw unusable(reason)
            }
        }
        guard file.size <= Self.longest else {
            throw unusable(
                Sentence("detail.logo.tooLong", ["size": file.size / 1024, "most": Self.longest / 1024]))
        }
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

    private func unusable(_ reason: Sentence) -> Failure {
        Failure(
            KioskFailure.logo, Sentence("failure.kiosk.logo", ["file": path.presentable, "reason": reason]),
            remedy: Sentence("remedy.kiosk.logo"), recovery: .askOperator)
    }
}
