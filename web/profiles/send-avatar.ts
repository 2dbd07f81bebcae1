import { changeAvatar } from '../../domain/api/profiles/avatars.ts'
import type { Profile } from '../../domain/api/profiles/profiles.ts'
import { upload } from '../uploads/upload.ts'

type Sending = { file: File; idempotencyKey: string; onProgress: (share: number) => void }

/** Uploads a user's picture. Throws ApiError; a retry with the same key finds the stored picture. */
export function sendAvatar({ file, idempotencyKey, onProgress }: Sending): Promise<Profile> {
  const form = new FormData()
  form.set('image', file)
  return upload(changeAvatar, { form, idempotencyKey, onProgress })
}
