import Model

/// What was asked of the system when a line failed.
package enum LineCall: Hashable, Sendable {
    case opening, taking, inspecting, configuring, choosingInterface, connecting
    case reading, writing, waiting, asking, preparing, clearingStall
    /// Handing on what was received, or what is to be sent, within the till.
    case handingOn
    /// Making the descriptor by which a loop is woken.
    case wakingUp
    /// Setting a serial line, such as `9600 8N1`.
    case setting(String)
    /// A control request of USB, by its number.
    case request(UInt8)
    /// Anything else: a function of a library, or the words of a simulated device.
    case other(String)

    /// The call's name as a noun, such as "reading".
    package var name: Sentence {
        switch self {
        case .opening: Sentence("detail.call.opening")
        case .taking: Sentence("detail.call.taking")
        case .inspecting: Sentence("detail.call.inspecting")
        case .configuring: Sentence("detail.call.configuring")
        case .choosingInterface: Sentence("detail.call.choosingInterface")
        case .connecting: Sentence("detail.call.connecting")
        case .reading: Sentence("detail.call.reading")
        case .writing: Sentence("detail.call.writing")
        case .waiting: Sentence("detail.call.waiting")
        case .asking: Sentence("detail.call.asking")
        case .preparing: Sentence("detail.call.preparing")
        case .clearingStall: Sentence("detail.call.clearingStall")
        case .handingOn: Sentence("detail.call.handingOn")
        case .wakingUp: Sentence("detail.call.wakingUp")
        case .setting(let settings): Sentence("detail.call.setting", ["settings": settings])
        case .request(let number): Sentence("detail.call.request", ["number": Int(number)])
        case .other(let words): Sentence(stored: words)
        }
    }
}

extension LineCall: CustomStringConvertible {
    /// In English, for records and logs.
    package var description: String { name.description }
}
