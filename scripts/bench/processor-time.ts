/** Processor time of processes, which other work on the machine changes less than it changes the time that passes. */
import { readFileSync, readdirSync } from 'node:fs'
import type pg from 'pg'

/** Milliseconds since the processes began, all threads included; NaN where the system has no /proc. */
export function processorTime(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + timeOf(pid), 0)
}

/** The Postgres processes that serve `database`; those of the bench itself have an application name. */
export async function backendsOf(owner: pg.Pool, database: string, application: string): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = $1 and application_name = $2 and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    [database, application],
  )
  return rows.map(({ pid }) => pid)
}

function timeOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
      const [onProcessor] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
      return sum + Number(onProcessor) / 1e6
    }, 0)
  } catch {
    return NaN
  }
}
