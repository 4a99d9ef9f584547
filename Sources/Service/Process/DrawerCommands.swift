/// What opens a drawer at a printer.
package struct DrawerCommands: Hashable, Sendable {
    /// 1 is on pin 2 of the connector, 2 on pin 5.
    package let number: Int
    /// Sent after the current print.
    package let inOrder: [UInt8]
    /// Obeyed in any state; nil if the printer has no such command.
    package let atOnce: [UInt8]?

    package init(number: Int, inOrder: [UInt8], atOnce: [UInt8]?) {
        self.number = number
        self.inOrder = inOrder
        self.atOnce = atOnce
    }
}
