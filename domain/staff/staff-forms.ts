/** What staff write: the reasons of their actions, notes, answers and searches (decisions: Administration). */
import * as z from 'zod/mini'
import { USERNAME_CHARACTERS, USERNAME_MAX, USERNAME_TOO_LONG } from '../accounts/usernames.ts'
import { freeText, reads } from '../reading/fields.ts'

export const REASON_MIN = 10
export const REASON_MAX = 500
export const ANSWER_MAX = 4000

const REASON_WRONG = /*i18n*/ 'Write 10 to 500 characters.'

/** The reason of an action, for the record. */
export const reasonSchema = z.strictObject({ reason: reasonField(false) })

/** What staff did about a message, for the record; may be empty. */
export const noteSchema = z.strictObject({ note: reasonField(true) })

/** An answer to a contact message, which is mailed to its sender. */
export const answerSchema = z.strictObject({
  answer: freeText().check((ctx) => {
    const { length } = [...ctx.value]
    const message =
      length === 0 ? /*i18n*/ 'Write an answer.' : length > ANSWER_MAX ? /*i18n*/ 'Use up to 4,000 characters.' : null
    if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
  }),
})

/** A username or its beginning; an empty text finds no users. */
export const nameStartSchema = z.strictObject({
  username: reads('username').check(
    z.regex(/^\w*$/, USERNAME_CHARACTERS),
    z.maxLength(USERNAME_MAX, USERNAME_TOO_LONG),
  ),
})

/** Measured in characters, after cleaning. */
function reasonField(mayBeEmpty: boolean) {
  return freeText().check((ctx) => {
    const { length } = [...ctx.value]
    if (mayBeEmpty && length === 0) return
    if (length >= REASON_MIN && length <= REASON_MAX) return
    ctx.issues.push({ code: 'custom', input: ctx.value, message: REASON_WRONG })
  })
}
