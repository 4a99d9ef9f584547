/// Something that can process the actions of one type.
///
/// `onAction` is called on the lane of the `StoresManager`, one action at a time, and is brief: it answers, or starts
/// an effect and answers later. It never waits.
public protocol ActionsProcessor<Handled>: AnyObject, Sendable {
    associatedtype Handled: Action
    func onAction(_ action: Handled)
}
