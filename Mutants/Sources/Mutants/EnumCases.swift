import SwiftParser
import SwiftSyntax

/// Collects the cases without associated values of all our enums, so that a case can be exchanged for its neighbour.
final class EnumCases: SyntaxVisitor {
    private var neighbours: [String: [String]] = [:]

    init(of sources: [String]) {
        super.init(viewMode: .sourceAccurate)
        for source in sources { walk(Parser.parse(source: source)) }
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        guard node.name.text != "CodingKeys" else { return .skipChildren }
        let names = node.memberBlock.members
            .compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
            .flatMap(\.elements).filter { $0.parameterClause == nil }.map(\.name.text)
        guard names.count > 1 else { return .visitChildren }
        for (index, name) in names.enumerated() {
            neighbours[name, default: []].append(names[(index + 1) % names.count])
        }
        return .visitChildren
    }

    /// The neighbour of a case in the first enum that has a case of this name. If the code means another enum, the
    /// mutant does not compile.
    func neighbour(of name: String) -> String? {
        guard let found = neighbours[name], Set(found).count <= 2 else { return nil }
        return found[0]
    }
}
