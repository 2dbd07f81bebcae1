import { AVATAR_SIDE } from '../../domain/profiles/profiles.ts'
import { marketChanged } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { PictureClaim } from '../http/pictures/decoder-queue.ts'
import { drawPicture } from '../http/pictures/draw-picture.ts'
import type { Picture } from '../http/pictures/draw-picture.ts'

/** The centre square of an image, `AVATAR_SIDE` wide. Refuses as `drawPicture` does. */
export function drawAvatar(claim: PictureClaim, file: Buffer): Promise<Picture> {
  return drawPicture(claim, file, { square: AVATAR_SIDE })
}

/** Replaces the user's avatar, under a new id. Of two concurrent uploads the later one stays. */
export async function changeAvatar(tx: Tx, userId: string, { bytes }: Picture): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  await removeAvatar(tx, userId)
  await sql`insert into avatars (user_id, bytes) values (${userId}, ${bytes})`.execute(tx)
}

/** Removes the user's avatar, if there is one. */
export async function removeAvatar(tx: Tx, userId: string): Promise<void> {
  await sql`delete from avatars where user_id = ${userId}`.execute(tx)
  marketChanged(tx)
}
