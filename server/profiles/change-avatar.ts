import { AVATAR_SIDE } from '../../domain/profiles.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { drawPicture } from '../pictures/draw-picture.ts'
import type { Picture } from '../pictures/draw-picture.ts'

/** The square in the middle of a picture, `AVATAR_SIDE` wide. Refuses as `drawPicture` does. */
export function drawAvatar(file: Buffer): Promise<Picture> {
  return drawPicture(file, { width: AVATAR_SIDE, height: AVATAR_SIDE, fit: 'cover', position: 'centre' })
}

/** Puts a picture in the place of the one there was, under an address of its own. Of two at once the later one stays. */
export async function changeAvatar(tx: Tx, userId: string, { bytes }: Picture): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  await removeAvatar(tx, userId)
  await sql`insert into avatars (user_id, bytes) values (${userId}, ${bytes})`.execute(tx)
}

/** Leaves a person without a picture, which they may have been already. */
export async function removeAvatar(tx: Tx, userId: string): Promise<void> {
  await sql`delete from avatars where user_id = ${userId}`.execute(tx)
}
