import Failures
import Foundation
import Model
import Networking
import Stores

/// The document that the page draws: the kiosk's state, and nothing that is not in it but the time.
struct KioskDocument {
    let state: KioskState
    let kiosk: ServedKiosk
    let now: KioskTime

    /// The language of the till's sentences for staff: the page's, or English where the till does not explain itself in that one. Made-up
    /// screens have theirs in English.
    private var language: OperatorLanguage {
        kiosk.sample == nil ? OperatorLanguage(near: state.presentation.language) : .original
    }

    var json: JSONValue {
        let presentation = state.presentation
        return [
            "boot": .string(state.boot), "revision": .integer(Int64(state.revision)), "screen": screen,
            "language": .string(presentation.language),
            "languages": .array(state.languages.map(JSONValue.string)), "staff_language": .string(language.tag),
            "appearance": .string(presentation.appearance.rawValue), "reach": .string(presentation.reach.rawValue),
            "text_size": .integer(Int64(presentation.textSize)), "speech": .bool(presentation.speaks),
            "shop_name": .string(kiosk.shopName), "time_zone": .string(kiosk.timeZone.identifier),
            "has_logo": .bool(kiosk.logo != nil), "notices": notices,
            "timeout": timeout, "operator": person,
        ]
    }

    /// The text of the document, on one line.
    var bytes: [UInt8] { Array(json.data) }

    private var notices: JSONValue {
        var codes: [String] = []
        if state.isShopAway || state.isShopOwedNews { codes.append("shop.away") }
        if let problem = state.printerProblem { codes.append(problem) }
        return .array(codes.map { ["code": .string($0)] })
    }

    private var timeout: JSONValue {
        guard let timeout = state.timeout else { return .null }
        return ["remaining_ms": .integer(now.untilThen(timeout.until)), "warning": .bool(timeout.isWarning)]
    }

    /// The operator who is there, and how long the right lasts.
    private var person: JSONValue {
        guard let name = state.staffName else { return .null }
        // No time passes for a made-up screen.
        let whole = kiosk.sample == nil ? 0 : OperatorRight.span.wholeNanoseconds / 1_000_000
        let left = state.timeout.map { now.untilThen($0.until) } ?? whole
        return ["name": .string(name), "remaining_ms": .integer(left)]
    }

    private var screen: JSONValue {
        var fields = KioskScreenFields(state: state, kiosk: kiosk, language: language, now: now).fields
        fields["id"] = .integer(Int64(state.screenID))
        fields["name"] = .string(state.screen.name)
        return .object(fields)
    }
}

extension JSONValue {
    static func amount(_ money: Money) -> JSONValue {
        [
            "minor": .integer(money.minorUnits), "currency": .string(money.currency.code),
            "exponent": .integer(Int64(money.currency.exponent)),
        ]
    }

    static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
    static func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }
}
