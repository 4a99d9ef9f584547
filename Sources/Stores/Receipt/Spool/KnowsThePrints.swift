import Model

/// Read access to the progress of printing.
package protocol KnowsThePrints: Sendable {
    /// The printers whose waiting prints this process makes.
    var served: [DeviceAddress] { get }
    func printing(on printer: DeviceAddress) -> Printing
    /// The prints of the current or last pass on that printer.
    func tried(on printer: DeviceAddress) -> [PrintReport]
    /// The prints that this process found cut off, in the order in which it found them.
    var cutOff: [CutOffPrint] { get }
}
