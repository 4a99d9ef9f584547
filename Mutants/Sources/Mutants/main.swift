import Foundation

// scripts/mutants calls this; its arguments are told there.
let arguments = Arguments(CommandLine.arguments.dropFirst())
do {
    try await arguments.run()
} catch {
    say("mutants: \(error)")
    exit(2)
}
