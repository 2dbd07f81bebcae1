import { changeAvatar } from '../../domain/api/profiles/avatars.ts'
import type { Profile } from '../../domain/api/profiles/profiles.ts'
import { upload, type Progress } from '../uploads/upload.ts'

type Sending = {
  file: File
  idempotencyKey: string
  onProgress: (progress: Progress) => void
  signal?: AbortSignal
}

/** Uploads a user's picture. Throws ApiError; a retry with the same key finds the stored picture. */
export function sendAvatar(sending: Sending): Promise<Profile> {
  return upload(changeAvatar, sending)
}
