import ESCPOS
import Failures
import Flow
import Foundation
import Model
import Readers
import Receipts
import Transports

/// Finds and reads the configuration files. No other part of the configuration reads from a disk.
package struct ConfigurationFiles: Sendable {
    /// The directory that replaces `/` in tests; otherwise empty.
    let root: String
    private let named: String?
    private let environment: [String: String]
    /// Whether the current user can change the file at a path.
    private let canChange: @Sendable (String) -> Bool

    /// - Parameter named: the file of `--config`, which goes before every other place.
    package init(
        named: String?, environment: [String: String], root: String = "",
        canChange: @escaping @Sendable (String) -> Bool = FileRights.canChange
    ) {
        self.canChange = canChange
        self.named = named
        self.environment = environment
        self.root = root
    }

    /// The files to read, in this order. A file that was named explicitly is listed even if it does not exist. Otherwise the
    /// first usual folder with a configuration counts: its `till.toml`, then the files of its `conf.d`.
    package var paths: [String] {
        if let asked = named ?? environment["TILL_CONFIG"], !asked.isEmpty { return [asked] }
        for folder in usualFolders {
            let found =
                [folder + "/till.toml"].filter(Self.isThere)
                + Self.drops(in: folder + "/conf.d")
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The file whose limits no other file may loosen: `/etc/till/policy.toml`; without it `/etc/till/till.toml`, if another
    /// file is read instead and the current user can change neither that file nor its folder. Nil when there is none.
    package var policyPath: String? {
        let own = "\(root)/etc/till/policy.toml"
        if Self.isThere(own) { return own }
        let common = "\(root)/etc/till/till.toml"
        return Self.isThere(common) && !paths.contains(common) && !canChange(common) ? common : nil
    }

    /// Whether the current user can change the file at this path.
    package func isOwn(_ path: String) -> Bool { canChange(path) }

    /// `$XDG_CONFIG_HOME/till`, by default `~/.config/till` (XDG Base Directory Specification 0.8); then `/etc/till`.
    private var usualFolders: [String] {
        var folders = ["\(root)/etc/till"]
        if let home = environment["XDG_CONFIG_HOME"], home.hasPrefix("/") {
            folders.insert(home + "/till", at: 0)
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            folders.insert(home + "/.config/till", at: 0)
        }
        return folders
    }

    /// A file that may not be looked at counts as there: a till that cannot read its shop's configuration must not take
    /// money for another shop. A dangling link counts as there too, since its disk may only be unmounted.
    private static func isThere(_ path: String) -> Bool {
        var node = stat()
        return lstat(path, &node) == 0 || ![ENOENT, ENOTDIR].contains(errno)
    }

    /// The files in `conf.d`; the folder itself when it cannot be listed, so that reading it reports why.
    private static func drops(in folder: String) -> [String] {
        guard isThere(folder + "/.") else { return [] }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [folder] }
        return names.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
    }

    /// Reads the files and the passwords that they name. Everything that cannot be read becomes a problem.
    package func read() -> ReadConfiguration {
        var problems: [ConfigurationProblem] = []
        var contents: [(name: String, bytes: [UInt8])] = []
        for path in paths {
            do throws(UnreadableFile) {
                contents.append((path, try Self.bytes(of: path, upTo: ConfigurationDocument.longest + 1)))
            } catch {
                problems.append(
                    ConfigurationProblem(
                        origin: .file(path, .start), said: Sentence("config.unreadable", ["reason": error.reason])))
            }
        }
        let bounds = readPolicy(&problems)
        var result = TillConfiguration.read(
            contents, environment: environment, bounds: bounds, isOneFile: DevicePlace.isOneFile)
        result.problems += problems
        readTemplates(of: &result.configuration, &result.problems)
        for index in result.configuration.readers.indices {
            readPassword(of: &result.configuration.readers[index], &result.problems)
        }
        result.problems = result.problems.inOrder
        return result
    }

    private func readPolicy(_ problems: inout [ConfigurationProblem]) -> PolicyFile? {
        guard let path = policyPath else { return nil }
        do throws(UnreadableFile) {
            let bytes = try Self.bytes(of: path, upTo: ConfigurationDocument.longest + 1)
            return PolicyFile(name: path, bytes: bytes, isPolicyOnly: path.hasSuffix("/policy.toml"))
        } catch {
            problems.append(
                ConfigurationProblem(
                    origin: .file(path, .start), said: Sentence("config.unreadable", ["reason": error.reason])))
            return nil
        }
    }

    private func readTemplates(
        of configuration: inout TillConfiguration, _ problems: inout [ConfigurationProblem]
    ) {
        guard let file = configuration.shop.templateFile else { return }
        do throws(UnreadableFile) {
            let bytes = try Self.bytes(of: file.path, upTo: ConfigurationDocument.longest + 1)
            let read = ReceiptTemplates.read(file.path, bytes, currency: configuration.shop.currency)
            configuration.templates = read.templates
            problems += Self.mistakes(in: read)
        } catch {
            problems.append(
                ConfigurationProblem(
                    origin: file.origin, said: Sentence("config.template", ["file": file.path, "reason": error.reason]))
            )
        }
    }

    /// The mistakes of a template and of the files that it names.
    package static func mistakes(in templates: ReadTemplates) -> [ConfigurationProblem] {
        templates.problems + templates.logos.compactMap(mistake)
    }

    /// The reason why a logo cannot be printed; nil when it can.
    private static func mistake(of logo: TillConfiguration.NamedFile) -> ConfigurationProblem? {
        let why: Sentence
        do throws(UnreadableFile) {
            let bytes = try bytes(of: logo.path, upTo: PictureFile.longestFile + 1)
            do throws(Failure) {
                _ = try PictureFile.dots(of: bytes, upToWidth: PrinterProfile.generic80.widthDots)
                return nil
            } catch {
                why =
                    error.advice.map {
                        Sentence("config.failureAndRemedy", ["failure": Clause(error.said), "remedy": $0])
                    }
                    ?? error.said
            }
        } catch { why = error.reason }
        return ConfigurationProblem(
            origin: logo.origin, said: Sentence("config.logo", ["file": logo.path, "reason": why]))
    }

    private func readPassword(of reader: inout TillConfiguration.Reader, _ problems: inout [ConfigurationProblem]) {
        guard let file = reader.passwordFile else { return }
        do throws(UnreadableFile) {
            reader.settings.password = try Self.password(in: file.path)
        } catch {
            problems.append(
                ConfigurationProblem(
                    origin: file.origin,
                    said: Sentence("config.passwordFile", ["file": file.path, "reason": error.reason])))
        }
    }

    /// Refuses a password file that other users can read: they could pay and refund at the terminal's own menu.
    private static func password(in path: String) throws(UnreadableFile) -> Password {
        var node = stat()
        guard stat(path, &node) == 0 else { throw UnreadableFile(errno) }
        guard node.st_mode & 0o077 == 0 else {
            throw UnreadableFile(reason: Sentence("config.othersRead", ["path": path]))
        }
        let text = String(decoding: try bytes(of: path, upTo: 64), as: UTF8.self)
        guard let password = Password(text.filter { !$0.isNewline && $0 != " " }) else {
            throw UnreadableFile(reason: Sentence("config.noSixDigits"))
        }
        return password
    }

    /// Reads a regular file, or `/dev/null` as an empty one. Folders and pipes are refused, because reading a pipe could
    /// block.
    private static func bytes(of path: String, upTo most: Int) throws(UnreadableFile) -> [UInt8] {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw UnreadableFile(errno) }
        defer { close(file) }
        var node = stat()
        guard fstat(file, &node) == 0, [S_IFREG, S_IFCHR].contains(node.st_mode & S_IFMT) else {
            throw UnreadableFile(reason: Sentence("detail.noFile"))
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < most {
            let count = Foundation.read(file, &chunk, min(chunk.count, most - bytes.count))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw UnreadableFile(errno) }
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return bytes
    }
}

/// The reason why a file cannot be used.
private struct UnreadableFile: Error {
    let reason: Sentence

    init(reason: Sentence) { self.reason = reason }
    init(_ code: Int32) { reason = Sentence(stored: String(cString: strerror(code)).lowercased()) }
}
