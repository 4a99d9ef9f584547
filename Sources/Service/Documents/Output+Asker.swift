import Model

extension Output {
    /// Who asked for an act.
    package struct Asker: Encodable {
        /// The operator who has entered a PIN for it; nil if none has.
        let `operator`: String?
        let operatorId: String?
        /// `token kiosk-7`, or `user anna`.
        let caller: String

        package init(_ requester: Requester) {
            (`operator`, operatorId, caller) = (requester.operatorName, requester.operatorID, requester.caller)
        }
    }
}
