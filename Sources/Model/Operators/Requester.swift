/// The requester of an act: the operator who has entered a PIN for it, and the token or the user that sent it.
package struct Requester: Hashable, Codable, Sendable {
    /// The operator's id, which stays the same operator's for ever; nil if no PIN was entered.
    package let operatorID: String?
    /// The operator's name at that time.
    package let operatorName: String?
    /// `token kiosk-7`, or `user anna`.
    package let caller: String

    package init(caller: String, operatorID: String? = nil, operatorName: String? = nil) {
        self.caller = caller
        self.operatorID = operatorID
        self.operatorName = operatorName
    }
}

extension Requester: CustomStringConvertible {
    /// `Anna, token kiosk-7`, or `user anna`.
    package var description: String { operatorName.map { "\($0), \(caller)" } ?? caller }
}
