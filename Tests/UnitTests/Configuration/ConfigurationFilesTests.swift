import Foundation
import Readers
import Testing

@testable import Configuration

/// A folder that stands for `/`. It is removed after the test.
final class ConfigurationRoot {
    /// The folder's name has no digits, because messages mask what looks like a card number, and some unique names do.
    let path =
        NSTemporaryDirectory() + "till-configuration-"
        + ProcessInfo.processInfo.globallyUniqueString.map {
            $0.wholeNumberValue.map { "ghijklmnop".map(\.self)[$0] } ?? $0
        }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult
    func write(_ text: String, to name: String, mode: Int = 0o644) throws -> String {
        let file = "\(path)/\(name)"
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    func files(named: String? = nil, _ environment: [String: String] = [:]) -> ConfigurationFiles {
        ConfigurationFiles(named: named, environment: environment, root: path)
    }
}

@Suite struct ConfigurationFilesTests {
    private let root = ConfigurationRoot()
    private var home: [String: String] { ["XDG_CONFIG_HOME": root.path + "/home"] }

    @Test func withoutAnyFileNothingIsRead() {
        #expect(root.files().paths == [])
        #expect(root.files().read().problems == [])
    }

    @Test func theFirstOfTheUsualPlacesCounts() throws {
        let common = try root.write("", to: "etc/till/till.toml")
        #expect(root.files(home).paths == [common])
        let own = try root.write("", to: "home/till/till.toml")
        #expect(root.files(home).paths == [own])
        #expect(root.files(["HOME": root.path]).paths == [common])
    }

    @Test func theFileAskedForComesBeforeTheVariableAndBothBeforeTheUsualPlaces() throws {
        try root.write("", to: "home/till/till.toml")
        let environment = home.merging(["TILL_CONFIG": "/v.toml"]) { $1 }
        #expect(root.files(environment).paths == ["/v.toml"])
        #expect(root.files(named: "/a.toml", environment).paths == ["/a.toml"])
    }

    @Test func aLinkToTheTerminalsLineIsItsLine() throws {
        try root.write("", to: "line")
        try FileManager.default.createSymbolicLink(
            atPath: root.path + "/link", withDestinationPath: root.path + "/line")
        let file = try root.write(
            """
            [[readers]]
            name = "a"
            address = "serial:\(root.path)/line"
            [[printers]]
            name = "b"
            address = "serial:\(root.path)/link"
            [[printers]]
            name = "c"
            address = "serial:\(root.path)/other"
            """, to: "etc/till/till.toml")
        #expect(
            root.files().read().problems.map(\.line) == [
                "\(file):6:11: error: the card terminal a is at serial:\(root.path)/line already"
            ])
    }

    @Test func theDropsAreReadAfterTheFileInTheOrderOfTheirNames() throws {
        try root.write("[shop]\nlanguage = \"de\"\ncurrency = \"CHF\"", to: "etc/till/till.toml")
        try root.write("[shop]\nlanguage = \"en\"", to: "etc/till/conf.d/20-b.toml")
        try root.write("[shop]\nlanguage = \"de\"\ncurrency = \"USD\"", to: "etc/till/conf.d/10-a.toml")
        try root.write("nonsense", to: "etc/till/conf.d/30-c.toml.bak")
        let read = root.files().read()
        #expect(read.problems == [])
        #expect(read.configuration.shop.language == "en")
        #expect(read.configuration.shop.currency.code == "USD")
    }

    @Test func aFileAskedForThatIsMissingIsAProblem() {
        let lines = root.files(named: "/nowhere.toml").read().lines
        #expect(lines == ["/nowhere.toml:1:1: error: the file cannot be read: no such file or directory"])
    }

    /// A loop of links keeps root out too; a folder without the right to search it keeps out everyone else.
    @Test(arguments: ["etc/till", "etc/till/till.toml", "etc/till/conf.d"])
    func whatCannotBeLookedAtIsNoAbsence(name: String) throws {
        try root.write("", to: "etc/other")
        let path = "\(root.path)/\(name)"
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        let lines = root.files().read().lines
        #expect(lines.first?.hasPrefix(path) == true, "\(lines)")
        #expect(lines.first?.contains("error: the file cannot be read: ") == true, "\(lines)")
    }

    @Test func aFileInThePlaceOfAFolderIsNoConfiguration() throws {
        try root.write("nonsense", to: "etc/till/conf.d")
        #expect(root.files().paths == [])
        try root.write("nonsense", to: "home/till")
        #expect(root.files(home).paths == [])
    }

    @Test func aFolderIsNoFile() throws {
        try root.write("", to: "folder/x")
        let lines = root.files(named: root.path + "/folder").read().lines
        #expect(lines == ["\(root.path)/folder:1:1: error: the file cannot be read: it is no file"])
    }

    @Test func theNullDeviceIsAnEmptyFile() {
        #expect(root.files(named: "/dev/null").read().problems == [])
    }

    // MARK: Passwords

    private func withPassword(_ text: String, mode: Int) throws -> ReadConfiguration {
        let secret = try root.write(text, to: "secret", mode: mode)
        try root.write(
            "[[readers]]\nname = \"a\"\naddress = \"serial:/a\"\npassword_file = \"\(secret)\"",
            to: "etc/till/till.toml")
        return root.files().read()
    }

    @Test func aPasswordComesOutOfItsFile() throws {
        let read = try withPassword("123456\n", mode: 0o600)
        #expect(read.problems == [])
        #expect(read.configuration.readers.first?.settings.password == Password("123456"))
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o660])
    func aPasswordThatOthersCanReadIsRefused(mode: Int) throws {
        let read = try withPassword("123456", mode: mode)
        #expect(read.lines.count == 1)
        #expect(read.lines.first?.contains("etc/till/till.toml:4:17: error: the password file") == true)
        #expect(read.lines.first?.contains("others can read it; run chmod 600") == true)
        #expect(read.configuration.readers.first?.settings.password == .unset)
    }

    @Test(arguments: ["", "12345", "1234567", "12345a", String(repeating: "1", count: 1000)])
    func whatIsNoPasswordIsRefusedAndNotRepeated(text: String) throws {
        let lines = try withPassword(text, mode: 0o600).lines
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix("it does not hold six digits") == true)
    }

    @Test func noPasswordIsShown() throws {
        let read = try withPassword("987654", mode: 0o600)
        #expect(!"\(read)".contains("987654"))
        #expect(!read.options.contains { $0.value?.contains("987654") == true })
    }
}

@Suite struct TemplateFileTests {
    private let root = ConfigurationRoot()

    @Test func theTemplateThatTheShopNamesIsReadAndItsMistakesAreTheConfigurations() throws {
        let template = try root.write("[order_receipt]\ntax_table = false", to: "receipt.toml")
        try root.write("[shop]\nreceipt_template = \"\(template)\"", to: "etc/till/till.toml")
        let read = root.files().read()
        #expect(read.problems == [])
        #expect(!read.configuration.templates.orderReceipt.showsTaxTable)
        try root.write("[order_receipt]\ntax_table = 1", to: "receipt.toml")
        #expect(
            root.files().read().problems.map(\.line) == [
                "\(template):2:13: error: tax_table takes true or false, not 1"
            ])
    }

    @Test func aTemplateThatIsNotThereIsAMistakeOfWhoNamesIt() throws {
        let file = try root.write("[shop]\nreceipt_template = \"/nowhere.toml\"", to: "etc/till/till.toml")
        #expect(
            root.files().read().problems.map(\.line) == [
                "\(file):2:20: error: the template /nowhere.toml cannot be read: no such file or directory"
            ])
    }

    @Test func aLogoThatIsNoPictureIsAMistakeOfTheTemplate() throws {
        let logo = try root.write("GIF89a", to: "logo.gif")
        let template = try root.write("[card_slip]\nlogo = \"\(logo)\"", to: "receipt.toml")
        try root.write("[shop]\nreceipt_template = \"\(template)\"", to: "etc/till/till.toml")
        let why = "The picture is neither a PNG nor a JPEG file; save it as PNG"
        #expect(
            root.files().read().problems.map(\.line) == [
                "\(template):2:8: error: the logo \(logo) cannot be used: \(why)"
            ])
    }
}
