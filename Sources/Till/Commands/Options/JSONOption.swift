import ArgumentParser
import Foundation
import LogEvents

struct JSONOption: ParsableArguments {
    @Flag(help: "Print one JSON document instead of text.")
    var json = false
}
