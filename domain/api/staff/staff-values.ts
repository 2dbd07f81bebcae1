/** What the calls of staff share. */
import * as z from 'zod/mini'
import { exact } from '../../reading/fields.ts'
import { FIELD_TEXTS } from '../../texts.ts'
import { id } from '../endpoint.ts'

export const cursor = (pattern: RegExp) => z.optional(exact().check(z.regex(pattern, FIELD_TEXTS.cursor)))

/** The refusals of an action about a user or an offer. */
export const ACTION_ERRORS = ['own_account', 'staff_conflict', 'staff_limit', 'already_done'] as const
export const userParams = z.strictObject({ userId: id })
export const offerParams = z.strictObject({ offerId: id })
export const done = z.object({ done: z.literal(true) })
