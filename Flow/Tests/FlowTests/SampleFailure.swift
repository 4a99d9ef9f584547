import Flow

/// The codes of the failures that the tests make.
enum SampleFailure: String, FailureCode {
    case jammed = "grinder.jammed"
    case offline = "shop.offline"
    case refused = "test.refused"
    case notFinal = "payment.notFinal"
    case busy = "test.busy"
    case broken = "test.broken"
}
