import Foundation

/// Figures in the text format of Prometheus 0.0.4, read strictly.
struct Exposition {
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    struct Sample: Hashable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    private(set) var kinds: [String: String] = [:]
    private(set) var samples: [Sample] = []

    /// Throws for a line of another form, a family in two parts, a sample without its family, and one that comes twice.
    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Mistake(description: "the last line does not end") }
        var family = ""
        var seen: Set<String> = []
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if let help = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) [^\n]+/) {
                family = String(help.1)
                guard seen.insert(family).inserted else { throw Mistake(description: "\(family) comes twice") }
            } else if let type = line.wholeMatch(of: /# TYPE ([a-zA-Z0-9_:]+) (counter|gauge|histogram)/) {
                guard type.1 == family, kinds[family] == nil else { throw Mistake(description: line) }
                kinds[family] = String(type.2)
            } else {
                let sample = try Self.sample(line)
                guard try belongs(sample, to: family) else { throw Mistake(description: "\(line) in \(family)") }
                let isNew = !samples.contains { $0.name == sample.name && $0.labels == sample.labels }
                guard isNew else { throw Mistake(description: "twice: \(line)") }
                samples.append(sample)
            }
        }
    }

    private func belongs(_ sample: Sample, to family: String) throws -> Bool {
        guard kinds[family] == "histogram" else { return sample.name == family && kinds[family] != nil }
        return ["_bucket", "_sum", "_count"].contains { sample.name == family + $0 }
    }

    private static func sample(_ line: String) throws -> Sample {
        guard let parts = line.wholeMatch(of: /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)/),
            let value = Double(parts.3)
        else { throw Mistake(description: line) }
        var (labels, rest) = ([String: String](), parts.2.map(String.init) ?? "")
        while !rest.isEmpty {
            guard let label = rest.firstMatch(of: /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"(,|$)/),
                labels.updateValue(String(label.2), forKey: String(label.1)) == nil
            else { throw Mistake(description: line) }
            rest = String(rest[label.range.upperBound...])
        }
        return Sample(name: String(parts.1), labels: labels, value: value)
    }

    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    /// What is wrong with the histograms: buckets that fall, or do not end with all.
    var wrongBuckets: [String] {
        kinds.filter { $0.value == "histogram" }.keys.sorted().flatMap { name -> [String] in
            let buckets = samples.filter { $0.name == name + "_bucket" }
            return Dictionary(grouping: buckets) { $0.labels.filter { $0.key != "le" } }.compactMap { labels, buckets in
                let counts = buckets.map(\.value)
                let bounds = buckets.compactMap { $0.labels["le"] }.compactMap { $0 == "+Inf" ? .infinity : Double($0) }
                let isFine =
                    counts == counts.sorted() && bounds == bounds.sorted() && bounds.last == .infinity
                    && counts.last == value(name + "_count", labels)
                return isFine ? nil : "\(name) \(labels)"
            }
        }
    }
}
