/** A JSON object of the OpenAPI document: a schema, a response, an operation. */
export type Json = Record<string, unknown>
