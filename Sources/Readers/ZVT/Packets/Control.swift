/// The control fields of known telegrams.
package enum Control {
    package static let registration: UInt16 = 0x0600
    package static let authorisation: UInt16 = 0x0601
    package static let statusEnquiry: UInt16 = 0x0501
    package static let repeatReceipt: UInt16 = 0x0620
    package static let logOff: UInt16 = 0x0602
    package static let setTerminalClock: UInt16 = 0x0691
    package static let setTillClock: UInt16 = 0x0401
    package static let abort: UInt16 = 0x06B0
    package static let statusInformation: UInt16 = 0x040F
    package static let intermediateStatus: UInt16 = 0x04FF
    package static let completion: UInt16 = 0x060F
    package static let aborted: UInt16 = 0x061E
    package static let printLine: UInt16 = 0x06D1
    package static let printTextBlock: UInt16 = 0x06D3
}
