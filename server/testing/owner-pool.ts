import pg from 'pg'

/**
 * Connections that survive the end of their database: a connection that breaks fails the query that uses it, and
 * nothing else.
 */
export function openOwnerPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max })
  // Without both listeners a broken connection ends the process: the pool listens to idle connections alone.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return pool
}
