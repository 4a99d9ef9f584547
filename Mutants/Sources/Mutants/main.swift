import Foundation

// `scripts/mutants` calls this program and explains its arguments.
let arguments = Arguments(CommandLine.arguments.dropFirst())
do {
    try await arguments.run()
} catch {
    say("mutants: \(error)")
    exit(2)
}
