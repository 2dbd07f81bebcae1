import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectRowTypes } from './row-types.ts'

/** Vitest's global setup: writes the row types of the statements to a file that every worker's check-rows.ts reads. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-row-types-'))
  process.env.ROW_TYPES = join(folder, 'types.json')
  await writeFile(process.env.ROW_TYPES, JSON.stringify(collectRowTypes()))
  return () => rm(folder, { recursive: true, force: true })
}
