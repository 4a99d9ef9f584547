/// An option of `[policy]` that keeps money from going, and which way it is loosened.
struct PolicyBound: Sendable {
    let key: String
    /// Whether a larger number lets more through.
    let isLoosenedUpwards: Bool

    static let cardPhase = PolicyBound(key: PolicyOptions.cardPhase.key, isLoosenedUpwards: false)
    static let all = [
        PolicyBound(key: PolicyOptions.unlinkedRefundLimit.key, isLoosenedUpwards: true),
        PolicyBound(key: PolicyOptions.largestPayment.key, isLoosenedUpwards: true), cardPhase,
    ]

    /// Worded to stand before the bound.
    var words: String { isLoosenedUpwards ? "at most" : "at least" }

    func isLooser(_ own: Int64, _ bound: Int64) -> Bool { isLoosenedUpwards ? own > bound : own < bound }

    /// What a section says of it; nil where it says nothing, or no number.
    func number(in section: Section) -> Int64? { section.number(of: key) }
}

extension TillConfiguration {
    /// The options of `[policy]` that keep money from going.
    package static let limits = PolicyBound.all.map(\.key)
}

extension ConfigurationFiles {
    /// The files from which the limits of money come, and whether this user can change them. None where the defaults hold.
    package func limiting(_ read: ReadConfiguration) -> [(file: String, isOwn: Bool)] {
        let files = read.options.filter {
            $0.table == OptionTable.policy.rawValue && TillConfiguration.limits.contains($0.key)
        }
        .compactMap { option -> String? in
            if case .file(let name, _) = option.origin { name } else { nil }
        }
        return Set(files).sorted().map { ($0, isOwn($0)) }
    }
}
