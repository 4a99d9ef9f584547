import Foundation

// `scripts/mutants` calls this program and explains its arguments.
do {
    try await Arguments(CommandLine.arguments.dropFirst()).run()
} catch {
    say("mutants: \(error)")
    exit(2)
}
