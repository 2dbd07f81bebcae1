/** The picture a person shows of themselves. */
import * as z from 'zod/mini'
import { endpoint, id } from './endpoint.ts'
import { profile } from './profiles.ts'

/** The body is multipart/form-data with one part `image`: JPEG, PNG or WebP. Its middle is kept, as a square. */
export const changeAvatar = endpoint({
  method: 'POST',
  path: '/api/profile/avatar',
  summary: 'Upload a profile photo',
  description: 'The image is cropped to a centred square, re-encoded as WebP and stripped of its metadata.',
  needsKey: true,
  response: profile,
})

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/profile/avatar',
  summary: 'Delete the profile photo',
  needsKey: true,
  response: profile,
})

/** Answers image/webp. A picture that was replaced or removed is not found at its address. */
export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/avatars/:avatarId',
  summary: 'Get a profile photo',
  description: 'Each photo has an address of its own: a replaced or deleted one is not found.',
  isPublic: true,
  params: z.strictObject({ avatarId: id }),
})
