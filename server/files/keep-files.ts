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
  const { unreadable } = await moveFiles({ db, keyring, objects }, config.files.place, limits)
  if (unreadable.length > 0) log.error({ unreadable: unreadable.length }, 'files cannot be moved: see npm run files')
  await deleteObjects({ db, objects })
}
