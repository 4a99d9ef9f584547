import Foundation
import Testing

/// That answers which differ from their description are noticed.
@Suite struct AnswerSchemaTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let schema: String
        let fitting: String
        let other: String

        var testDescription: String { schema }
    }

    static let examples = [
        Example(schema: #"{"type": "string"}"#, fitting: #""a""#, other: "1"),
        Example(schema: #"{"type": ["string", "null"]}"#, fitting: "null", other: "1"),
        Example(schema: #"{"type": "integer"}"#, fitting: "1", other: "1.5"),
        Example(schema: #"{"enum": ["a", null]}"#, fitting: "null", other: #""b""#),
        Example(schema: #"{"type": "string", "pattern": "^[A-Z]{3}$"}"#, fitting: #""EUR""#, other: #""EURO""#),
        Example(
            schema: #"{"type": "string", "format": "date-time"}"#, fitting: #""2026-01-02T03:04:05Z""#,
            other: #""2026-01-02 03:04:05""#),
        Example(
            schema: #"{"type": "string", "format": "date-time"}"#, fitting: #""2026-01-02T03:04:05.25Z""#,
            other: #""2026-01-02T03:04:05+01:00""#),
        Example(schema: #"{"type": "string", "minLength": 1}"#, fitting: #""a""#, other: #""""#),
        Example(schema: #"{"type": "string", "maxLength": 2}"#, fitting: #""ab""#, other: #""abc""#),
        Example(schema: #"{"type": "integer", "minimum": 0}"#, fitting: "0", other: "-1"),
        Example(schema: #"{"type": "integer", "maximum": 20}"#, fitting: "20", other: "21"),
        Example(schema: #"{"type": "array", "minItems": 1}"#, fitting: "[1]", other: "[]"),
        Example(schema: #"{"type": "array", "items": {"type": "boolean"}}"#, fitting: "[true]", other: #"["a"]"#),
        Example(
            schema: #"{"type": "object", "properties": {"a": {"type": "string"}}}"#, fitting: #"{"a": "b"}"#,
            other: #"{"b": "a"}"#),
        Example(
            schema: #"{"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": true}"#,
            fitting: #"{"b": 1}"#, other: #"{"a": 1}"#),
        Example(
            schema: #"{"type": "object", "additionalProperties": {"type": "integer"}}"#, fitting: #"{"b": 1}"#,
            other: #"{"b": "1"}"#),
        Example(
            schema: #"{"type": "object", "properties": {"a": {}}, "required": ["a"]}"#, fitting: #"{"a": 1}"#,
            other: "{}"),
        Example(
            schema: ##"{"$ref": "#/components/schemas/Health"}"##, fitting: #"{"status": "ok", "schema_version": 1}"#,
            other: #"{"status": "ill", "schema_version": 1}"#),
    ]

    private func value(_ text: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    @Test(arguments: examples) func whatDiffersFromItsSchemaIsNoticed(_ example: Example) throws {
        let (schema, described) = (try #require(AnswerSchema.ofSources), try value(example.schema))
        #expect(schema.mistakes(in: try value(example.fitting), described) == [])
        #expect(schema.mistakes(in: try value(example.other), described).count == 1)
    }

    @Test(arguments: [#"{"oneOf": []}"#, #"{"type": "string", "format": "uri"}"#])
    func aWordThatNothingChecksIsNoticed(_ described: String) throws {
        let schema = try #require(AnswerSchema.ofSources)
        #expect(schema.mistakes(in: "a", try value(described)).count == 1)
    }

    private func answer(_ status: Int, _ type: String, _ body: String) -> ServedKiosk.Answer {
        ServedKiosk.Answer(status: status, fields: ["content-type": type], body: Data(body.utf8))
    }

    @Test func statusMediaTypeAndBodyAreHeldAgainstTheOperation() throws {
        let schema = try #require(AnswerSchema.ofSources)
        let body = #"{"status": "ok", "schema_version": 1}"#
        #expect(schema.mistakes(in: answer(200, "application/json; charset=utf-8", body), to: "GET", "/healthz") == [])
        for wrong in [
            answer(200, "text/plain", body), answer(201, "application/json", body),
            answer(200, "application/json", "{"), answer(200, "application/json", "{}"),
            answer(404, "application/problem+json", "{}"),
        ] {
            #expect(schema.mistakes(in: wrong, to: "GET", "/healthz") != [], "\(wrong)")
        }
        #expect(schema.mistakes(in: answer(204, "", ""), to: "DELETE", "/v1/operators/enter") == [])
        #expect(schema.mistakes(in: answer(204, "", "x"), to: "DELETE", "/v1/operators/enter") != [])
        #expect(schema.mistakes(in: answer(404, "application/problem+json", "{}"), to: "GET", "/nowhere") != [])
        #expect(schema.mistakes(in: answer(200, "text/html", "<p>"), to: "GET", "/kiosk") == [])
    }

    static let requests: [(String, String, String?)] = [
        ("GET", "/v1/payments/pay-1?x=1", "GET /v1/payments/{id}"),
        ("POST", "/v1/operators/enter", "POST /v1/operators/enter"),
        ("DELETE", "/v1/webhooks/a/refused/7", "DELETE /v1/webhooks/{id}/refused/{event}"),
        ("PUT", "/v1/payments", nil), ("GET", "/v1", nil),
    ]

    @Test(arguments: requests)
    func aRequestIsOfOneOperation(_ method: String, _ path: String, _ operation: String?) throws {
        let schema = try #require(AnswerSchema.ofSources)
        #expect(schema.operation(method, path)?.description == operation)
    }
}
