import ArgumentParser
import LogEvents
import Model
import Stores

/// Checks of options that several commands share.
enum OptionChecks {
    static func check(currency: String?) throws {
        guard let currency, Currency(code: currency) == nil else { return }
        throw ValidationError("\(currency) is no currency of ISO 4217.")
    }

    static func check(count: Int, upTo most: Int, as option: String = "--count") throws {
        guard (1...most).contains(count) else { throw ValidationError("\(option) is 1 to \(most).") }
    }

    static func check(key: String?) throws {
        guard let key else { return }
        guard 1...200 ~= key.utf8.count else { throw ValidationError("--key has 1 to 200 bytes.") }
        guard let beginning = OwnKeys.beginning(of: key) else { return }
        throw ValidationError("--key does not begin with \"\(beginning)\": such keys are Till's own.")
    }
}
