import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Waits until a connection succeeds; throws its last error after `withinMs`. */
export async function untilPostgresAnswers(connectionString: string, withinMs: number): Promise<void> {
  for (const deadline = Date.now() + withinMs; ; await sleep(50)) {
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}
