/// A patch that breaks one promise of the code (`scripts/mutants --patches`).
struct MutantPatch {
    struct Place {
        let path: String
        /// What must stand in that file for the patch to apply.
        var text = ""
    }

    let places: [Place]

    init(_ patch: String) {
        var places: [Place] = []
        var path = ""
        for line in patch.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("--- a/") {
                path = String(line.dropFirst("--- a/".count))
            } else if line.hasPrefix("@@") {
                places.append(Place(path: path))
            } else if !places.isEmpty, line.hasPrefix(" ") || line.hasPrefix("-") {
                places[places.count - 1].text += line.dropFirst() + "\n"
            }
        }
        self.places = places
    }
}
