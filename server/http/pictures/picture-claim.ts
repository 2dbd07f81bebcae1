import type { FastifyRequest } from 'fastify'
import { hasCompletedTrade } from '../../accounts/users/queries.ts'
import type { Db } from '../../db/pool.ts'
import type { Viewer } from '../viewer.ts'
import type { PictureClaim } from './decoder-queue.ts'

/** Whose picture it is and what it is for, by which its turn is decided. `isTradeFile`: of a trade that is open. */
export async function pictureClaim(
  db: Db,
  { viewer, request }: { viewer: Viewer; request: FastifyRequest },
  isTradeFile: boolean,
): Promise<PictureClaim> {
  return {
    userId: viewer.id,
    ipAddress: request.ip,
    hasTraded: await hasCompletedTrade(db, viewer.id),
    isTradeFile,
  }
}
