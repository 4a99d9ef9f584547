import Foundation
import Networking

/// The logins of a shop: consumer keys and one person with an application password.
package struct ShopKeys: Sendable {
    package struct Key: Sendable {
        package let key: String
        package let secret: String
        let caller: ShopCaller
    }

    /// May read and write.
    package let main: Key
    package let readOnly: Key
    package let writeOnly: Key
    /// Belongs to a customer, who may do nothing here.
    package let customer: Key
    package let administrator: Key
    package let user: String
    package let password: String

    /// Makes up each login that is not given.
    ///
    /// - Parameter random: a source of made-up secrets.
    package init(
        key: String? = nil, secret: String? = nil, user: String? = nil, password: String? = nil,
        random: () -> UInt64
    ) {
        func made(_ start: String) -> String {
            let digits = (0..<3).map { _ in String(random(), radix: 16) }.joined()
            return start + String((digits + String(repeating: "0", count: 40)).prefix(40))
        }
        func another(_ id: Int64, _ role: ShopCaller.Role, _ mayRead: Bool = true, _ mayWrite: Bool = true) -> Key {
            Key(
                key: made("ck_"), secret: made("cs_"),
                caller: ShopCaller(id: id, role: role, name: "kiosk", mayRead: mayRead, mayWrite: mayWrite))
        }
        main = Key(
            key: key ?? made("ck_"), secret: secret ?? made("cs_"),
            caller: ShopCaller(id: 2, role: .shopManager, name: user ?? "kiosk"))
        readOnly = another(2, .shopManager, true, false)
        writeOnly = another(2, .shopManager, false, true)
        customer = another(3, .customer)
        administrator = another(1, .administrator)
        self.user = user ?? "kiosk"
        self.password = password ?? String(made("").prefix(24))
    }

    var all: [Key] { [main, readOnly, writeOnly, customer, administrator] }

    func key(_ name: String) -> Key? { all.first { $0.key == name } }

    /// The person, when the password is theirs. Spaces in it do not count.
    func person(_ name: String, _ password: String) -> ShopCaller? {
        guard name == user, password.filter({ $0 != " " }) == self.password.filter({ $0 != " " }) else { return nil }
        return main.caller
    }
}
