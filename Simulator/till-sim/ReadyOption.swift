import ArgumentParser
import Glibc

struct ReadyOption: ParsableArguments {
    @Flag(help: "Report as one JSON line when the device is ready, with the address to give to till.")
    var json = false
}
