import Foundation
import Storage

extension MemorySession {
    func setting(_ key: String) -> Data? { tables.settings[key] }
    func settingKeys() -> [String] { tables.settings.keys.sorted() }
    func setSetting(_ key: String, json: Data) { tables.settings[key] = json }
    func removeSetting(_ key: String) { tables.settings[key] = nil }

    func keyedRequest(_ key: String) -> Data? { tables.keyedRequests[key]?.json }

    func setKeyedRequest(_ key: String, at time: Date, json: Data) {
        tables.keyedRequests[key] = .init(at: time.asStored, json: json)
    }

    func removeKeyedRequest(_ key: String) { tables.keyedRequests[key] = nil }

    func dropKeyedRequests(before time: Date, beyond most: Int) {
        tables.keyedRequests = tables.keyedRequests.filter { $0.value.at >= time.asStored }
        let times = tables.keyedRequests.values.map(\.at).sorted(by: >)
        guard let oldest = times.dropFirst(max(0, most - 1)).first else { return }
        tables.keyedRequests = tables.keyedRequests.filter { $0.value.at >= oldest }
    }
}
