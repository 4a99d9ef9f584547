import Failures
import Flow
import Model

/// Why an answer of a shop cannot be used, whatever was asked.
package enum AnswerProblem: Hashable, Sendable {
    /// The answer is longer than this many bytes, unpacked.
    case tooLarge(limit: Int)
    /// The connection ended before the answer did, or the answer's own length is wrong.
    case truncated
    /// The answer is not in UTF-8.
    case wrongCharset
    /// An HTML page instead of data, such as a maintenance, firewall or login page.
    case webPage(status: Int)
}

extension AnswerProblem {
    var kind: ShopFailure {
        switch self {
        case .tooLarge: .answerTooLarge
        case .truncated: .truncated
        case .wrongCharset: .wrongCharset
        case .webPage: .webPage
        }
    }

    var sentence: Sentence {
        switch self {
        case .tooLarge(let limit): Sentence("failure.shop.answerTooLarge", ["megabytes": max(1, limit >> 20)])
        case .truncated: Sentence("failure.shop.truncated")
        case .wrongCharset: Sentence("failure.shop.wrongCharset")
        case .webPage(let status): Sentence("failure.shop.webPage", ["status": status])
        }
    }

    var remedy: Sentence {
        switch self {
        case .tooLarge, .wrongCharset: Sentence("remedy.shop.malformed")
        case .truncated: Sentence("remedy.shop.server")
        case .webPage: Sentence("remedy.shop.webPage")
        }
    }

    var recovery: Failure.Recovery {
        switch self {
        case .truncated, .webPage: .retry
        case .tooLarge, .wrongCharset: .askOperator
        }
    }
}
