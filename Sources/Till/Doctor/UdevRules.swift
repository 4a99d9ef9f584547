/// The udev rules of this release. A test compares them with udev/70-till.rules.
enum UdevRules {
    static let name = "70-till.rules"
    static let path = "/etc/udev/rules.d/" + name

    /// The drivers of USB serial adapters and terminals; modems have others.
    static let drivers = ["cdc_acm", "ftdi_sio", "cp210x", "ch341", "pl2303"]

    static let text = #"""
        # Till: card terminals and readers on USB, and USB receipt printers. The reason of each line: udev/README.md.

        ACTION=="remove", GOTO="till_end"

        SUBSYSTEM!="tty", GOTO="till_usb"
        ENV{ID_BUS}!="usb", GOTO="till_end"
        ENV{ID_USB_DRIVER}!="\#(drivers.joined(separator: "|"))", GOTO="till_end"
        SUBSYSTEM=="tty", ENV{ID_BUS}=="usb", GROUP="till", MODE="0660", ENV{ID_MM_DEVICE_IGNORE}="1"
        ENV{ID_SERIAL_SHORT}=="?*", SYMLINK+="till/serial-$env{ID_VENDOR_ID}-$env{ID_MODEL_ID}-$env{ID_SERIAL_SHORT}-if$env{ID_USB_INTERFACE_NUM}"
        ENV{ID_PATH}=="?*", SYMLINK+="till/port-$env{ID_PATH}"
        GOTO="till_end"

        LABEL="till_usb"
        SUBSYSTEM=="usb", ENV{DEVTYPE}=="usb_device", ENV{ID_USB_INTERFACES}=="*:0701*", GROUP="till", MODE="0660"
        SUBSYSTEM=="usb", ENV{DEVTYPE}=="usb_device", ATTR{idVendor}=="04b8", ATTR{idProduct}=="0202", GROUP="till", MODE="0660"
        SUBSYSTEM=="usb", ENV{DEVTYPE}=="usb_device", ENV{ID_USB_INTERFACES}=="*:0202*", GROUP="till", MODE="0660"
        SUBSYSTEM=="usb", ENV{DEVTYPE}=="usb_device", ATTR{idVendor}=="0acd", GROUP="till", MODE="0660"
        SUBSYSTEM=="usbmisc", KERNEL=="lp[0-9]*", GROUP="till", MODE="0660"
        SUBSYSTEM=="usbmisc", KERNEL=="lp[0-9]*", IMPORT{builtin}="usb_id"
        SUBSYSTEM=="usbmisc", KERNEL=="lp[0-9]*", IMPORT{builtin}="path_id"
        SUBSYSTEM=="usbmisc", KERNEL=="lp[0-9]*", ENV{ID_SERIAL_SHORT}=="?*", SYMLINK+="till/printer-$env{ID_VENDOR_ID}-$env{ID_MODEL_ID}-$env{ID_SERIAL_SHORT}-if$env{ID_USB_INTERFACE_NUM}"
        SUBSYSTEM=="usbmisc", KERNEL=="lp[0-9]*", ENV{ID_PATH}=="?*", SYMLINK+="till/printer-port-$env{ID_PATH}"

        LABEL="till_end"

        """#
}
