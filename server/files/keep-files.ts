import type { Context } from '../context.ts'
import { deleteObjects } from './delete-objects.ts'
import { moveFiles } from './move-files.ts'

/** In one run of the worker, of each table. */
const FILES_A_RUN = 20

/** The worker's part: moves files to where `FILES_IN` says, and deletes from the store what no row holds. Nothing without a store. */
export async function keepFiles(
  { config, db, keyring, objects, log }: Pick<Context, 'config' | 'db' | 'keyring' | 'objects' | 'log'>,
  stopping?: AbortSignal,
): Promise<void> {
  if (objects === null) return
  const limits = { atMost: FILES_A_RUN, ...(stopping && { stopping }) }
  // A store that is full must still be emptied.
  const [deleted, moved] = await Promise.allSettled([
    deleteObjects({ db, objects }),
    moveFiles({ db, keyring, objects }, config.files.place, limits),
  ])
  for (const part of [deleted, moved]) if (part.status === 'rejected') throw part.reason
  const unreadable = moved.status === 'fulfilled' ? moved.value.unreadable.length : 0
  if (unreadable > 0) log.error({ unreadable }, 'files cannot be moved: see npm run files')
}
