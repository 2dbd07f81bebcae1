/** The picture a person shows of themselves. */
import * as z from 'zod/mini'
import { endpoint, id } from './endpoint.ts'
import { profile } from './profiles.ts'

/** The body is multipart/form-data with one part `image`: JPEG, PNG or WebP. Its middle is kept, as a square. */
export const changeAvatar = endpoint({
  method: 'POST',
  path: '/api/profile/avatar',
  summary: 'Show a picture of one’s own, in place of the former one',
  needsKey: true,
  response: profile,
})

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/profile/avatar',
  summary: 'Show no picture any more',
  needsKey: true,
  response: profile,
})

/** Answers image/webp. A picture that was replaced or removed is not found at its address. */
export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/avatars/:avatarId',
  summary: 'The picture of a person',
  isPublic: true,
  params: z.strictObject({ avatarId: id }),
})
