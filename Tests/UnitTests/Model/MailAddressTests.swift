import Testing

@testable import Model

@Suite struct MailAddressTests {
    @Test(arguments: [
        "anna@example.org", "a@b", "first.last+receipts@mail.example.co.uk", "o'neil@example.org",
        "x_1@xn--bcher-kva.example",
    ])
    func whatPeopleHaveIsTaken(text: String) throws {
        let address = try #require(MailAddress(text))
        #expect(address.description == text)
        #expect(text.hasSuffix("@\(address.domain)"))
    }

    /// Some program would take each of these for more than one mailbox: for a header, an option, a second recipient, or
    /// a command.
    @Test(arguments: [
        "", "anna", "@example.org", "anna@", "anna@@example.org", "anna@example.org\nBcc: eve@example.org",
        "anna@example.org\r\n\r\nhello", "anna@example.org,eve@example.org", "Anna <anna@example.org>",
        "-oQ/tmp@example.org",
        "\"anna b\"@example.org", "anna b@example.org", "anna@exa mple.org", "anna@-example.org", "anna@example-.org",
        "anna@example..org", ".anna@example.org", "an..na@example.org", "anna.@example.org", "anna@example.org.",
        "änna@example.org", "anna@exämple.org", "anna@[127.0.0.1]", "|sh@example.org;", "anna\u{0}@example.org",
        String(repeating: "a", count: 65) + "@example.org", "a@" + String(repeating: "b", count: 64) + ".org",
        "a@" + String(repeating: "bcd.", count: 70) + "org",
    ])
    func whatIsNoPlainMailboxIsNotTaken(text: String) {
        #expect(MailAddress(text) == nil)
    }

    @Test(arguments: ["4111111111111111@example.org", "anna+4111-1111-1111-1111@example.org", "a@4111111111111111.org"])
    func anAddressWithACardNumberIsNone(text: String) { #expect(MailAddress(text) == nil) }
}
