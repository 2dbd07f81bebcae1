/** Messages to the people behind the product (spec sections 2 and 5, Contact). */
import * as z from 'zod/mini'
import { EMAIL_MAX, EMAIL_PATTERN } from './accounts.ts'
import { cleanText } from './chat.ts'

export const CONTACT_SUBJECTS = ['general', 'support', 'trading', 'account', 'security', 'business'] as const
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number]

export const CONTACT_NAME_MAX = 100
export const CONTACT_MESSAGE_MAX = 4000
/** Messages one address may send in an hour. */
export const CONTACT_MESSAGES_PER_HOUR = 5

/** Every field is required, the email has an email's form, and a subject is chosen. Texts come out cleaned. */
export const contactSchema = z.strictObject({
  name: required('Name is required', CONTACT_NAME_MAX, `Name must be at most ${CONTACT_NAME_MAX} characters long`),
  email: z.string().check((ctx) => {
    const message = emailError(ctx.value)
    if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
  }),
  subject: z.enum(CONTACT_SUBJECTS, 'Please select a subject'),
  message: required(
    'Message is required',
    CONTACT_MESSAGE_MAX,
    `Message must be at most ${CONTACT_MESSAGE_MAX} characters long`,
  ),
})
export type ContactInput = z.infer<typeof contactSchema>

/** What the sender is given to name the message by: "C-1B9D6BCD", the first 8 characters of its id. */
export function contactReference(messageId: string): string {
  return `C-${messageId.slice(0, 8).toUpperCase()}`
}

/** A text that is there and not too long, counted in characters as people see them. */
function required(missing: string, max: number, tooLong: string) {
  return z.pipe(
    z.pipe(z.string(), z.transform(cleanText)),
    z.string().check((ctx) => {
      const { length } = [...ctx.value]
      const message = length === 0 ? missing : length > max ? tooLong : null
      if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
    }),
  )
}

function emailError(email: string): string | null {
  if (email.trim() === '') return 'Email is required'
  return email.length > EMAIL_MAX || !EMAIL_PATTERN.test(email) ? 'Please enter a valid email address' : null
}
