import Flow
import Model

/// Requests about the operators of the till and the rights that their PINs give. They work without a signed-in account.
/// - Shop: none
package enum OperatorAction: Action {
    /// All operators, in the order in which they were created.
    case list(Reply<[TillOperator]>)
    /// Makes an operator. Fails with `operator.nameTaken`, `operator.badName` or `operator.weakPIN`.
    case create(name: String, OperatorPIN, by: Requester, Reply<TillOperator>)
    /// Gives the operator another PIN. Rights that were entered with the old one end.
    case changePIN(name: String, OperatorPIN, by: Requester, Reply<TillOperator>)
    /// Removes the operator, and ends the operator's rights.
    case remove(name: String, by: Requester, Reply<TillOperator>)
    /// Enters an operator's PIN. `caller` is who asks, for people; `holder` tells this caller from every other, and the right is
    /// only good for this one. Fails with `operator.busy` if too many PINs wait to be looked at.
    case enter(name: String, OperatorPIN, caller: String, holder: String, Reply<OperatorEntry>)
    /// Renews a right for an act. Fails with `operator.rightEnded` if it has ended, or another caller has it.
    case renew(right: String, holder: String, Reply<OperatorRight>)
    /// Ends a right. That there is none is no error.
    case leave(right: String, holder: String, Reply<Void>)
}
