/**
 * `npm run audit:verify`: computes the hash chain of the audit log again. Exits with 1 and names the first record that breaks
 * it. `npm run audit:verify -- 128:9f86…` also compares record 128 with its hash, as an earlier run printed it: only a
 * hash that is kept outside the database shows that records were removed from the end together with the head.
 */
import { verifyAuditLog } from '../server/staff/verify-audit-log.ts'
import type { Witness } from '../server/staff/verify-audit-log.ts'
import { reportRefusal } from '../server/start-refusal.ts'
import { Refused, withOwnerDatabase } from './owner-database.ts'

try {
  const witness = readWitness(process.argv.slice(2))
  await withOwnerDatabase(async ({ database }) => {
    const { rows } = await database.query<{ isThere: boolean }>(
      `select to_regclass('audit_log_head') is not null as "isThere"`,
    )
    if (!rows[0]?.isThere) throw new Refused('The database is not set up or is outdated. Start the server first.')
    const { records, head, broken } = await verifyAuditLog(database, witness)
    if (broken) throw new Refused(`The audit log is broken at record ${broken.id}: ${broken.problem}.`)
    console.log(
      `The audit log is complete: ${records} ${records === 1n ? 'record' : 'records'}. Keep this outside the database: ${records}:${head}`,
    )
  })
} catch (error) {
  reportRefusal(error)
}

function readWitness([noted, ...rest]: string[]): Witness | undefined {
  if (noted === undefined) return undefined
  const match = /^([1-9]\d{0,17}):([0-9a-f]{64})$/.exec(noted)
  if (!match || rest.length > 0) throw new Refused('npm run audit:verify\nnpm run audit:verify -- RECORD:HASH')
  return { id: BigInt(match[1]!), hash: match[2]! }
}
