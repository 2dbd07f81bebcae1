/** What one server process costs without a request: the worker's rounds, and the connection for streams. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openBenchEnvironment } from './environment.ts'
import { backendsOf, processorTime } from './processor-time.ts'

const SETTLE_MS = 3000

/** The most statements a second, without a reason written in docs/operations.md. */
const TARGET = 35

/** One row for `console.table`. */
export async function measureIdle(seconds: number): Promise<object> {
  const environment = await openBenchEnvironment({
    postgres: {
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track': 'top',
      compute_query_id: 'on',
    },
  })
  const { owner, serverPid } = environment
  try {
    await owner.query('create extension pg_stat_statements')
    await sleep(SETTLE_MS)
    const postgres = async () => processorTime(await backendsOf(owner, environment.database, ''))
    const before = { postgres: await postgres(), node: processorTime([serverPid]) }
    await owner.query('select pg_stat_statements_reset()')
    await sleep(seconds * 1000)
    const { rows } = await owner.query<{ calls: number }>(
      `select sum(calls)::int as calls from pg_stat_statements
       where userid <> (select usesysid from pg_user where usename = current_user)`,
    )
    const perSecond = rows[0]!.calls / seconds
    return {
      'statements a second': perSecond.toFixed(1),
      'Postgres, ms a second': (((await postgres()) - before.postgres) / seconds).toFixed(1),
      'Node, ms a second': ((processorTime([serverPid]) - before.node) / seconds).toFixed(1),
      target: `<= ${TARGET}`,
      met: perSecond <= TARGET ? 'yes' : 'NO',
    }
  } finally {
    await environment.close()
  }
}
