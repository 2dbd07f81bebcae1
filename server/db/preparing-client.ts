import pg from 'pg'

export const PREPARED_STATEMENTS_MAX = 1000
const IS_READ = /^\s*select\s/

/**
 * Prepares each read, and each statement with parameters, once per connection, up to a limit: the listing has thousands of
 * combinations of filters, and Postgres keeps each prepared statement in memory as long as the connection lasts.
 */
export class PreparingClient extends pg.Client {
  readonly #names = new Map<string, string>()

  // The parent has a dozen overloads for its one body; this handles the one with parameters, and passes the others on.
  override query = ((asked: unknown, ...rest: unknown[]) => {
    const plain = super.query.bind(this) as (...args: unknown[]) => unknown
    const { text, values } = (typeof asked === 'string' ? { text: asked, values: rest[0] } : asked) as pg.QueryConfig
    const isPrepared = typeof text === 'string' && Array.isArray(values) && (values.length > 0 || IS_READ.test(text))
    const name = isPrepared ? this.#nameOf(text) : undefined
    if (name === undefined) return plain(asked, ...rest)
    return typeof asked === 'string'
      ? plain({ name, text, values }, ...rest.slice(1))
      : plain({ name, ...(asked as object) }, ...rest)
  }) as pg.Client['query']

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= PREPARED_STATEMENTS_MAX) return known
    const name = `s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}
