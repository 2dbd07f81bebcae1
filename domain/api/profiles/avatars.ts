/** Profile pictures. */
import * as z from 'zod/mini'
import { IMAGE_REFUSALS } from '../../uploads/upload-errors.ts'
import { endpointsOf, id } from '../endpoint.ts'
import { profile } from './profiles.ts'

const endpoint = endpointsOf('Profiles')

export const changeAvatar = endpoint({
  method: 'POST',
  path: '/api/profile/avatar',
  summary: 'Upload a profile photo',
  description: 'The image is cropped to a centred square, re-encoded as WebP and stripped of its metadata.',
  needsIdempotencyKey: true,
  form: z.strictObject({}),
  response: profile,
  statuses: [201],
  errors: IMAGE_REFUSALS,
})

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/profile/avatar',
  summary: 'Delete the profile photo',
  needsIdempotencyKey: true,
  response: profile,
})

export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/avatars/:avatarId',
  summary: 'Get a profile photo',
  description: 'Each photo has an address of its own: a replaced or deleted one is not found.',
  isPublic: true,
  params: z.strictObject({ avatarId: id }),
  file: 'image/webp',
  errors: ['not_found'],
})
