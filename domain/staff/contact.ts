/** Messages of the contact form (spec-coverage 5 Contact). */
import * as z from 'zod/mini'
import { EMAIL_MAX, EMAIL_PATTERN } from '../accounts/accounts.ts'
import { freeText, nameText, reads } from '../reading/fields.ts'

export const CONTACT_SUBJECTS = ['general', 'support', 'trading', 'account', 'security', 'business'] as const
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number]

export const CONTACT_NAME_MAX = 100
export const CONTACT_MESSAGE_MAX = 4000
/** Messages that one address may send in an hour. */
export const CONTACT_MESSAGES_PER_HOUR = 5

/** The contact form: every field required, a well-formed email address, a subject from the list. */
export const contactSchema = z.strictObject({
  name: text(nameText(), CONTACT_NAME_MAX, {
    missing: /*i18n*/ 'Name is required',
    tooLong: /*i18n*/ 'Name must be at most 100 characters long',
  }),
  email: reads('email').check((ctx) => {
    const message = emailError(ctx.value)
    if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
  }),
  subject: z.enum(CONTACT_SUBJECTS, /*i18n*/ 'Please choose a subject'),
  message: text(freeText(), CONTACT_MESSAGE_MAX, {
    missing: /*i18n*/ 'Message is required',
    tooLong: /*i18n*/ 'Message must be at most 4,000 characters long',
  }),
})
export type ContactInput = z.infer<typeof contactSchema>

/** The reference of a message: "C-1B9D6BCD", from the first 8 characters of its id. */
export function contactReference(messageId: string): string {
  return `C-${messageId.slice(0, 8).toUpperCase()}`
}

/** A text that is neither blank nor too long, measured after cleaning. */
function text(schema: z.ZodMiniString, max: number, texts: { missing: string; tooLong: string }) {
  return schema.check((ctx) => {
    const { length } = [...ctx.value]
    const message = length === 0 ? texts.missing : length > max ? texts.tooLong : null
    if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
  })
}

function emailError(email: string): string | null {
  if (email.trim() === '') return /*i18n*/ 'Email is required'
  return email.length > EMAIL_MAX || !EMAIL_PATTERN.test(email) ? /*i18n*/ 'Please enter a valid email address' : null
}
