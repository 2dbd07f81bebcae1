import { AVATAR_SIDE } from '../../domain/profiles/profiles.ts'
import { marketChanged } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { PictureClaim } from '../http/pictures/decoder-queue.ts'
import { drawPicture } from '../http/pictures/draw-picture.ts'
import { consumeStorage } from '../http/uploads/consume-storage.ts'
import type { Storing } from '../http/uploads/consume-storage.ts'
import type { Picture } from '../http/pictures/draw-picture.ts'

/** The centre square of an image, `AVATAR_SIDE` wide. Refuses as `drawPicture` does. */
export function drawAvatar(claim: PictureClaim, file: Buffer): Promise<Picture> {
  return drawPicture(claim, file, { square: AVATAR_SIDE })
}

/** Replaces the user's avatar, under a new id. Of two concurrent uploads the later one stays. Refuses as `consumeStorage` does. */
export async function changeAvatar(tx: Tx, storing: Storing, { bytes }: Picture): Promise<void> {
  const { userId } = storing
  await consumeStorage(tx, storing, { bytes: bytes.length, purpose: 'other' })
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  await removeAvatar(tx, userId)
  await sql`insert into avatars (user_id, bytes) values (${userId}, ${bytes})`.execute(tx)
}

/** Removes the user's avatar, if there is one. */
export async function removeAvatar(tx: Tx, userId: string): Promise<void> {
  await sql`delete from avatars where user_id = ${userId}`.execute(tx)
  marketChanged(tx)
}
