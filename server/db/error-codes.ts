/** What is read of an error that was caught, which can be anything. */

/** The name of the constraint by which Postgres refused a statement; null for any other error. */
export function constraintOf(error: unknown): string | null {
  const constraint = fieldOf(error, 'constraint')
  return typeof constraint === 'string' ? constraint : null
}

/** The code of an error of Postgres (SQLSTATE, for example 23505) or Node (for example ENOENT); null without one. */
export function codeOf(error: unknown): string | null {
  const code = fieldOf(error, 'code')
  return typeof code === 'string' ? code : null
}

/** What a library adds to its errors, for example a status; undefined where it is missing. */
export function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
}
