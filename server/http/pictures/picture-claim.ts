import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
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

/** A trade that counts for the record. */
async function hasCompletedTrade(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ hasTraded: boolean }>`
    select completed_trades > 0 as has_traded from users where id = ${userId}`.execute(db)
  return rows[0]?.hasTraded ?? false
}
