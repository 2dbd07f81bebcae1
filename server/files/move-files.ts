/**
 * Moves the bytes of files to where `FILES_IN` says. A file is always written into Postgres, in the transaction of its row, so that
 * no upload and no trade waits for the store; its bytes leave their row only after the store has given them back.
 */
import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { ObjectUnusable, StoreError } from './object-store.ts'
import type { ObjectStore } from './object-store.ts'
import type { FilePlace } from './settings.ts'
import { JOINED_OBJECT, OBJECT_COLUMNS, fetchObject, sealObject } from './stored-bytes.ts'
import type { StoredObject } from './stored-bytes.ts'

export type Mover = Pick<Context, 'db' | 'keyring'> & { objects: ObjectStore }
type MovedTable = { table: string; column: 'sealed' | 'bytes'; since: string }

/** `since`: the moment of the row, in whose order files move to the store. */
export const MOVED_TABLES: readonly MovedTable[] = [
  { table: 'evidence_files', column: 'sealed', since: 'at' },
  { table: 'trade_images', column: 'bytes', since: 'created_at' },
]

export type Moved = {
  moved: number
  /** Objects that are missing, refused or were changed: their files stay where they are. */
  unreadable: string[]
}

/** One file may be too large for a proxy; after so many in a run the store itself refuses. */
const REFUSALS_A_RUN = 3

/**
 * Looks at up to `atMost` files of each table one after another. Throws as soon as the store does not answer, or once it has refused
 * several files, each of which waits until its object is given up.
 */
export async function moveFiles(
  mover: Mover,
  to: FilePlace,
  { atMost, stopping }: { atMost: number; stopping?: AbortSignal },
): Promise<Moved> {
  const all: Moved = { moved: 0, unreadable: [] }
  let refusals = 0
  for (const table of MOVED_TABLES) {
    const moveNext = to === 's3' ? () => moveNextToStore(mover, table) : movesBack(mover, table, all.unreadable)
    for (let looked = 0; looked < atMost && !stopping?.aborted; looked++) {
      try {
        const result = await moveNext()
        if (result === 'none') break
        if (result === 'moved') all.moved++
      } catch (error) {
        if (!isOfOneFile(error) || ++refusals >= REFUSALS_A_RUN) throw error
      }
    }
  }
  return all
}

/** The store has answered, so that another file may pass. */
function isOfOneFile(error: unknown): boolean {
  return error instanceof StoreError && error.status !== null
}

type Result = 'moved' | 'passed' | 'none'

/** A file that another process moves is passed over, and so is one whose move has failed, until its object is given up. */
async function moveNextToStore({ db, keyring, objects }: Mover, moved: MovedTable): Promise<Result> {
  const { table, column, since } = moved
  const { rows } = await sql<{ id: string; content: Buffer }>`
    select f.id, f.${sql.ref(column)} as content from ${sql.table(table)} f
    where f.object_id is null and not exists (
      select from stored_objects o where o.of_table = ${table} and o.of_id = f.id and o.status = 'new')
    order by f.${sql.ref(since)} limit 1`.execute(db)
  const [file] = rows
  if (!file) return 'none'
  const object = await addObject(db, moved, file, (objectId) => sealObject(keyring, objectId, file.content))
  if (object === null) return 'passed'
  await objects.put(object.objectId, object.sealed)
  await fetchObject(objects, keyring, object)
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = null, object_id = ${object.objectId}
    where id = ${file.id} and object_id is null`.execute(db)
  return numAffectedRows === 1n ? 'moved' : 'passed'
}

/** The object's row, committed before the store is asked: what is put there is known here, whatever happens then. Null: it exists. */
async function addObject(
  db: Db,
  { table }: MovedTable,
  { id, content }: { id: string; content: Buffer },
  sealAs: (objectId: string) => { objectKey: Buffer; sealed: Buffer },
): Promise<(StoredObject & { sealed: Buffer }) | null> {
  const objectId = crypto.randomUUID()
  const { objectKey, sealed } = sealAs(objectId)
  const objectSha256 = createHash('sha256').update(content).digest()
  const { rows } = await sql`
    insert into stored_objects (id, of_table, of_id, bytes, sha256, data_key)
    values (${objectId}, ${table}, ${id}, ${content.length}, ${objectSha256}, ${objectKey})
    on conflict do nothing returning 1 as added`.execute(db)
  return rows.length === 0 ? null : { objectId, objectBytes: content.length, objectSha256, objectKey, sealed }
}

/** From object to object, beginning anywhere, so that those that are missing, refused or changed delay no other. */
function movesBack(
  { db, keyring, objects }: Mover,
  { table, column }: MovedTable,
  unreadable: string[],
): () => Promise<Result> {
  const start = crypto.randomUUID()
  let place: { after: string | null; last: string | null } = { after: start, last: null }
  async function next(): Promise<({ id: string } & StoredObject) | null> {
    const { rows } = await sql<{ id: string } & StoredObject>`
      select f.id, ${OBJECT_COLUMNS} from ${sql.table(table)} f ${JOINED_OBJECT}
      where f.object_id is not null and (${place.after}::uuid is null or f.object_id > ${place.after}::uuid)
        and (${place.last}::uuid is null or f.object_id <= ${place.last}::uuid)
      order by f.object_id limit 1`.execute(db)
    if (rows[0] || place.last !== null) return rows[0] ?? null
    place = { after: null, last: start }
    return next()
  }
  return async () => {
    const file = await next()
    if (!file) return 'none'
    place.after = file.objectId
    try {
      const bytes = await fetchObject(objects, keyring, file)
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${bytes}, object_id = null
        where id = ${file.id} and object_id = ${file.objectId}`.execute(db)
      return numAffectedRows === 1n ? 'moved' : 'passed'
    } catch (error) {
      if (error instanceof ObjectUnusable || isOfOneFile(error)) unreadable.push(file.objectId)
      if (error instanceof ObjectUnusable) return 'passed'
      throw error
    }
  }
}
