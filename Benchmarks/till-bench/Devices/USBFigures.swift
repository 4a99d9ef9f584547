import Foundation

/// USB devices: runs `till-bench` again among the simulated devices of `till-sim usb` (`USBMeasurement`), with an unmodified
/// libusb.
struct USBFigures: Benchmark {
    static let name = "usb_"
    /// The environment variable with the file in which the other process stores its measurement.
    static let variable = "TILL_BENCH_USB"

    private let place: Workplace
    init(_ place: Workplace) { self.place = place }

    func figures() async throws -> [Figure] {
        let file = place.folder + "/usb.json"
        let control = place.folder + "/usb"
        _ = try place.run(
            "/usr/bin/env",
            [
                "\(Self.variable)=\(file)", "TILL_USB_CONTROL=\(control)", "umockdev-wrapper",
                try place.program("till-sim"),
                // umockdev exits when a listener leaves while it sends an event, so events are switched off.
                "usb", "--without-events", "--device", "printer", "--out", place.folder + "/paper", "--control",
                control, "--",
                try place.program("till-bench"),
            ])
        let measured = try JSONDecoder().decode(USBMeasurement.self, from: Data(contentsOf: URL(filePath: file)))
        return [
            Figure(
                name: "usb_bulk_out", value: measured.ours, unit: "MiB/s", peer: ("libusb in C", measured.theirs)),
            Figure(
                name: "usb_bulk_out_ratio", value: measured.ours / measured.theirs, unit: "×", goal: .atLeast(0.9)),
            Figure(name: "usb_idle_cpu", value: measured.idlePercent, unit: "%", goal: .atMost(0.5)),
            Figure(name: "usb_unplug_noticed", value: measured.unplugMilliseconds, unit: "ms", goal: .atMost(10)),
            Figure(name: "usb_replug_usable", value: measured.replugMilliseconds, unit: "ms", goal: .atMost(1000)),
        ] + kept(measured.keptByOpening, by: "opening") + kept(measured.keptByPlugging, by: "plugging")
    }

    private func kept(_ kept: USBMeasurement.Kept, by what: String) -> [Figure] {
        [
            Figure(name: "usb_leak_per_\(what)", value: kept.bytes, unit: "bytes", goal: .atMost(64)),
            Figure(name: "usb_leaked_descriptors_\(what)", value: kept.descriptors, unit: "", goal: .atMost(0)),
        ]
    }
}
