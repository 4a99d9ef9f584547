import Foundation

/// `wc/v3/settings` and `wc/v3/payment_gateways`.
enum SettingResources {
    static let all: [ShopRoute] =
        [
            ShopRoute([.get], path, .list) { call throws(ShopRefusal) in
                guard call.contents.hasSettings else { throw .noRoute }
                let groups = ShopTemplate.settingGroups.asItems ?? []
                return ShopAnswer(
                    list: groups.map { group in
                        let link = call.rules.link("\(path)/\(group["id"]?.text ?? "")")
                        return call.fields.apply(
                            to: group.data, links: ["options": [["href": .string(link)]]])
                    })
            },
            ShopRoute([.post, .put], "\(path)/batch", .batch) { call throws(ShopRefusal) in
                try ShopBatch.answer(
                    call, create: { _, _ throws(ShopRefusal) in throw .noRoute },
                    update: { call, _, asked throws(ShopRefusal) in
                        try changed(call, asked["group_id"]?.text ?? "", asked["id"]?.text ?? "", asked)
                    }, delete: { _, _, _ throws(ShopRefusal) in throw .noRoute })
            },
            ShopRoute([.get], "\(path)/*group", .list) { call throws(ShopRefusal) in
                let settings = try group(call, call.names["group"] ?? "")
                return ShopAnswer(
                    list: settings.map { setting in
                        let body = (setting.body.asMembers ?? [:]).filter { $0.key != "group_id" }
                        return call.fields.apply(to: JSONValue.object(body).data, links: links(setting, call))
                    })
            },
            ShopRoute([.get], "\(path)/*group/*id", .view) { call throws(ShopRefusal) in
                let setting = try found(call, call.names["group"] ?? "", call.names["id"] ?? "")
                return call.answer(setting.body, links: links(setting, call))
            },
            ShopRoute([.put, .post], "\(path)/*group/*id", .edit) { call throws(ShopRefusal) in
                let (group, id) = (call.names["group"] ?? "", call.names["id"] ?? "")
                let body = try changed(call, group, id, try call.body())
                return call.answer(body, links: links(ShopEntry(id: 0, body: body), call))
            },
        ] + gateways

    private static let path = "wc/v3/settings"

    private static func group(_ call: ShopCall, _ name: String) throws(ShopRefusal) -> [ShopEntry] {
        let isKnown = (ShopTemplate.settingGroups.asItems ?? []).contains { $0["id"]?.text == name }
        guard call.contents.hasSettings, isKnown else {
            throw ShopRefusal(404, "rest_setting_setting_group_invalid", "Invalid setting group.")
        }
        return try call.documents(.settings).filter { $0.text("group_id") == name }
    }

    private static func found(_ call: ShopCall, _ group: String, _ id: String) throws(ShopRefusal) -> ShopEntry {
        guard let setting = try self.group(call, group).first(where: { $0.text("id") == id }) else {
            throw ShopRefusal(404, "rest_setting_setting_invalid", "Invalid setting.")
        }
        return setting
    }

    private static func changed(
        _ call: ShopCall, _ group: String, _ id: String, _ asked: [String: JSONValue]
    ) throws(ShopRefusal) -> JSONValue {
        let setting = try found(call, group, id)
        guard let value = asked["value"] else { return setting.body }
        let options = setting.body["options"]?.asMembers
        let isAllowed: Bool =
            switch setting.text("type") {
            case "select", "radio": value.asPlain.map { options?[$0] != nil } ?? false
            case "checkbox": ["yes", "no"].contains(value.asPlain)
            case "multiselect": value.asItems != nil || value.asPlain == ""
            case "number": value.asPlain.map { $0.isEmpty || Int64($0) != nil } ?? false
            default: value.asPlain != nil
            }
        guard isAllowed else {
            throw ShopRefusal(400, "rest_setting_value_invalid", "An invalid setting value was passed.")
        }
        let kept = value.asPlain.map(JSONValue.string) ?? value
        let body = setting.body.merging(["value": kept])
        call.save(.settings, setting.id, body)
        return body
    }

    private static func links(_ setting: ShopEntry, _ call: ShopCall) -> JSONValue {
        ShopLinks.resource(
            "\(path)/\(setting.text("group_id"))", id: setting.text("id"), call.rules,
            allowed: ["GET", "POST", "PUT", "PATCH"])
    }

    private static let gateways = [
        ShopRoute([.get], "wc/v3/payment_gateways", .list) { call throws(ShopRefusal) in
            let known = try call.documents(.gateways)
            return ShopAnswer(
                list: known.map { call.fields.apply(to: $0.body.data, links: gatewayLinks($0, call)) },
                headers: ["x-wp-total": String(known.count), "x-wp-totalpages": "1"])
        },
        ShopRoute([.get], "wc/v3/payment_gateways/*id", .view) { call throws(ShopRefusal) in
            let gateway = try gateway(call)
            return call.answer(gateway.body, links: gatewayLinks(gateway, call))
        },
        ShopRoute([.put, .post], "wc/v3/payment_gateways/*id", .edit) { call throws(ShopRefusal) in
            let gateway = try gateway(call)
            let asked = try call.body()
            var changes = asked.filter {
                ["title", "description", "order"].contains($0.key) && $0.value.asPlain != nil
            }
            if let enabled = asked["enabled"] { changes["enabled"] = .bool(enabled.asFlag) }
            let body = gateway.body.merging(changes)
            call.save(.gateways, gateway.id, body)
            return call.answer(body, links: gatewayLinks(gateway, call))
        },
    ]

    private static func gateway(_ call: ShopCall) throws(ShopRefusal) -> ShopEntry {
        guard let gateway = try call.documents(.gateways).first(where: { $0.text("id") == call.names["id"] }) else {
            throw ShopRefusal(404, "woocommerce_rest_payment_gateway_invalid", "Resource does not exist.")
        }
        return gateway
    }

    private static func gatewayLinks(_ gateway: ShopEntry, _ call: ShopCall) -> JSONValue {
        ShopLinks.resource(
            "wc/v3/payment_gateways", id: gateway.text("id"), call.rules, allowed: ["GET", "POST", "PUT", "PATCH"])
    }
}
