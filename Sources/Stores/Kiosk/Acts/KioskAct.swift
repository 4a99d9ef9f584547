/// What somebody can do at the kiosk's page.
package enum KioskAct: Hashable, Codable, Sendable {
    // MARK: On every screen
    case language(String)
    case appearance(KioskPresentation.Appearance)
    case reach(KioskPresentation.Reach)
    case textSize(Int)
    case speech(Bool)
    case activity
    case extend
    case staff
    case start

    // MARK: Finding and choosing
    case begin
    case find
    case compose
    case back
    case digit(String)
    case erase
    case clear
    case submit
    case scan(String)
    case list
    case choose(Int64)
    case category(Int64?)
    case product(Int64)
    case page(Int)
    case review
    case option(name: String, value: String)
    case quantity(Int)
    case add

    // MARK: Paying
    case lineQuantity(line: Int, Int)
    case remove(line: Int)
    case pay
    case more
    case accept
    case goOn
    case tip(percent: Int)
    case amount(Int64)
    case none
    case cancel
    case again

    // MARK: The receipt
    case print
    case email
    case show
    case done
    case cameOut(Bool)
    case type(String)
    case send

    // MARK: Staff
    case staffAct(KioskStaffAct)
}

extension KioskAct {
    /// The act that a page sends; nil if there is none of this name with such a value.
    package init?(_ name: String, _ value: KioskValue, on screen: String) {
        if screen.hasPrefix("operator"), let act = KioskStaffAct(name, value) {
            self = .staffAct(act)
            return
        }
        if let act = Self.plain[name] {
            guard value == .nothing else { return nil }
            self = act
        } else if let make = Self.valued[name], let act = make(value) {
            self = act
        } else {
            return nil
        }
    }

    private static let plain: [String: KioskAct] = [
        "activity": .activity, "extend": .extend, "staff": .staff, "start": .start, "begin": .begin, "find": .find,
        "compose": .compose, "back": .back, "erase": .erase, "clear": .clear, "submit": .submit, "list": .list,
        "review": .review, "add": .add, "pay": .pay, "more": .more, "accept": .accept, "go_on": .goOn, "none": .none,
        "cancel": .cancel, "again": .again, "print": .print, "email": .email, "show": .show, "done": .done,
        "send": .send,
    ]

    private static let valued: [String: @Sendable (KioskValue) -> KioskAct?] = [
        "language": { $0.text.map(KioskAct.language) },
        "appearance": { $0.text.flatMap { KioskPresentation.Appearance(rawValue: $0) }.map(KioskAct.appearance) },
        "reach": { $0.text.flatMap { KioskPresentation.Reach(rawValue: $0) }.map(KioskAct.reach) },
        "text_size": { $0.count.map(KioskAct.textSize) },
        "speech": { $0.flag.map(KioskAct.speech) },
        "digit": { value in value.text.map(KioskAct.digit) ?? value.number.map { .digit(String($0)) } },
        "scan": { $0.text.map(KioskAct.scan) },
        "choose": { $0.number.map(KioskAct.choose) },
        "category": { $0 == .nothing ? .category(nil) : $0.number.map(KioskAct.category) },
        "product": { $0.number.map(KioskAct.product) },
        "page": { $0.count.map(KioskAct.page) },
        "option": { if case .option(let name, let value) = $0 { .option(name: name, value: value) } else { nil } },
        "quantity": {
            if case .line(let line, let quantity) = $0 { return .lineQuantity(line: line, quantity) }
            return $0.count.map(KioskAct.quantity)
        },
        "remove": { $0.count.map(KioskAct.remove) },
        "tip": { $0.count.map(KioskAct.tip) },
        "amount": { $0.number.map(KioskAct.amount) },
        "came_out": { $0.flag.map(KioskAct.cameOut) },
        "type": { $0.text.map(KioskAct.type) },
    ]
}
