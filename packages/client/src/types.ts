/** The input and the answer of each operation, from the generated types. */
import type { OPERATIONS, components, operations } from './generated.ts'

export type OperationName = keyof typeof OPERATIONS & keyof operations
type Operation<Name extends OperationName> = operations[Name]

type Part<Name extends OperationName, Where extends 'path' | 'query'> =
  Operation<Name> extends { parameters: infer Parameters }
    ? Where extends keyof Parameters
      ? Parameters[Where]
      : never
    : never
type PathOf<Name extends OperationName> = Part<Name, 'path'>
type QueryOf<Name extends OperationName> = Part<Name, 'query'>
type Content<Name extends OperationName> =
  Operation<Name> extends { requestBody: { content: infer Sent } } ? Sent : unknown

/** The fields of a form; its file is a Blob. */
type FormOf<Fields> = { [Field in keyof Fields]: Field extends 'image' | 'file' ? Blob : Fields[Field] }
type BodyOf<Name extends OperationName> = Content<Name> extends { 'application/json': infer Body } ? Body : never
type Form<Name extends OperationName> = Content<Name> extends { 'multipart/form-data': infer Fields } ? Fields : never

type EmptyBody = Record<string, never>

/** An operation's input: its path parameters, and where it has them its query and its body. A body without fields is left out. */
export type Input<Name extends OperationName> = ([PathOf<Name>] extends [never] ? unknown : PathOf<Name>) &
  ([QueryOf<Name>] extends [never] ? unknown : { query?: NonNullable<QueryOf<Name>> }) &
  ([BodyOf<Name>] extends [never] ? unknown : [BodyOf<Name>] extends [EmptyBody] ? unknown : { body: BodyOf<Name> }) &
  ([Form<Name>] extends [never] ? unknown : { form: FormOf<Form<Name>> })

type Success<Name extends OperationName> =
  Operation<Name> extends { responses: infer Responses } ? Responses[keyof Responses & (200 | 201 | 202)] : never
/** An operation's answer: parsed JSON, or the bytes of a file. */
export type Answer<Name extends OperationName> =
  Success<Name> extends { content: { 'application/json': infer Body } } ? Body : Blob

export type CallOptions = {
  /** Ends the call with its waits. */
  signal?: AbortSignal
  /**
   * The key of this intention, of 16 to 64 characters. Left out, the call gets a random one and keeps it over its retries; a
   * program that must not act twice after its own restart names one that it finds again.
   */
  idempotencyKey?: string
}

type HasInput<Name extends OperationName> = Partial<Input<Name>> extends Input<Name> ? false : true
export type Call<Name extends OperationName> =
  HasInput<Name> extends true
    ? (input: Input<Name>, options?: CallOptions) => Promise<Answer<Name>>
    : (input?: Input<Name>, options?: CallOptions) => Promise<Answer<Name>>

type Schemas = components['schemas']
export type Trade = Schemas['Trade']
export type Offer = Schemas['Offer']
export type MyOffer = Schemas['MyOffer']
export type Message = Schemas['Message']
export type StreamEvent = Schemas['StreamEvent']
/** What a webhook is sent. */
export type WebhookEvent = Schemas['WebhookEvent']
