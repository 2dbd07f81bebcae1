import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { MINIMUM_AGE, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX, USERNAME_MIN } from './accounts/accounts.ts'
import { passwordChangeSchema, registrationError, usernameError } from './accounts/accounts.ts'
import { RANGES_OF_DAY, businessHoursSchema } from './offers/business-hours.ts'
import { CHAT_OPEN_HOURS, MESSAGE_MAX, SYSTEM_CODES, SYSTEM_TEXTS } from './chat/chat.ts'
import { IMAGE_MAX_BYTES } from './pictures.ts'
import { CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX, contactSchema } from './contact.ts'
import { CURRENCY_NOTICE_MAX, currencyNoticesSchema } from './currencies.ts'
import { APPEAL_HOURS, DECISION_HOURS, DISPUTE_REASONS } from './disputes/disputes.ts'
import { DomainError, ERRORS } from './errors.ts'
import { FIAT_DECIMALS } from './money.ts'
import { FIRST_MESSAGE_MAX, TERMS_MAX, TERMS_MIN, offerSchema } from './offers/offer-form.ts'
import { TEMPLATE_NAME_MAX, templateName } from './offers/offer-templates.ts'
import { PERCENTAGE_LIMIT_TENTHS } from './offers/offers.ts'
import { BIO_MAX, LOCATION_MAX, USERNAME_CHANGE_DAYS, profileSchema } from './profiles/profiles.ts'
import { REPLY_MAX, REPLY_TITLE_MAX, quickReplySchema } from './chat/quick-replies.ts'
import { RATING_COMMENT_MAX, ratingSchema } from './profiles/ratings.ts'
import { REPORT_TEXT_MAX, reportSchema } from './profiles/reports.ts'
import { ANSWER_MAX, REASON_MAX, REASON_MIN, answerSchema, reasonSchema } from './staff.ts'
import { invitationSchema } from './accounts/teams.ts'
import { FIELD_TEXTS, fill } from './texts.ts'
import { ESCALATION_HOURS, REFUND_HOLD_MINUTES } from './trades/trades.ts'

test.each([
  [
    'between {from} and {to} {currency}',
    { from: '1.00', to: '{from}', currency: 'EUR' },
    'between 1.00 and {from} EUR',
  ],
  ['{count} open', { count: 0 }, '0 open'],
  ['{missing} stays', {}, '{missing} stays'],
  ['{n, plural, one {# trade} other {# trades}} open', { n: 1 }, '1 trade open'],
  ['{n, plural, one {# trade} other {# trades}} open', { n: '2' }, '2 trades open'],
  ['{n, plural, =0 {none} one {# trade} other {# trades}}', { n: 0 }, 'none'],
  ['{risk, select, final {final} other {not final}} payments', { risk: 'final' }, 'final payments'],
  ['limit{risk, select, reversible { of these} other {}}', { risk: 'final' }, 'limit'],
  ['{n, plural, one {# trade} other {# trades}}', {}, '{n, plural, one {# trade} other {# trades}}'],
])('%j filled with %j', (text, values, filled) => expect(fill(text, values)).toBe(filled))

test('a refusal has its English text with its values, and carries the values for other languages', () => {
  const values = { from: '10.00', to: '1000.00', currency: 'EUR' }
  const refusal = new DomainError('amount_out_of_limits', { values })
  expect(refusal).toMatchObject({ message: 'Amount must be between 10.00 and 1000.00 EUR', values })
})

const AMINA = { username: 'amina', email: 'a@example.org', password: 'eight888', confirmPassword: 'eight888' }
const registration = { ...AMINA, acceptsTerms: true, language: 'en' } as const
const offer = { minAmount: '10.001', maxAmount: '10.001', pricePercentage: '99', terms: 'x' }

test.each<[string | undefined, number]>([
  [textAt(passwordChangeSchema, 'newPassword', { newPassword: '' }), PASSWORD_MIN],
  [textAt(passwordChangeSchema, 'newPassword', { newPassword: 'x'.repeat(PASSWORD_MAX + 1) }), PASSWORD_MAX],
  [registrationError({ ...registration, acceptsTerms: false })?.message, MINIMUM_AGE],
  [usernameError('a') ?? '', USERNAME_MIN],
  [usernameError('a'.repeat(USERNAME_MAX + 1)) ?? '', USERNAME_MAX],
  [textAt(profileSchema, 'bio', { bio: 'x'.repeat(BIO_MAX + 1) }), BIO_MAX],
  [textAt(profileSchema, 'location', { location: 'x'.repeat(LOCATION_MAX + 1) }), LOCATION_MAX],
  [textAt(contactSchema, 'name', { name: 'x'.repeat(CONTACT_NAME_MAX + 1) }), CONTACT_NAME_MAX],
  [textAt(contactSchema, 'message', { message: 'x'.repeat(CONTACT_MESSAGE_MAX + 1) }), CONTACT_MESSAGE_MAX],
  [textAt(offerSchema, 'minAmount', offer), FIAT_DECIMALS],
  [textAt(offerSchema, 'maxAmount', offer), FIAT_DECIMALS],
  [textAt(offerSchema, 'pricePercentage', offer), PERCENTAGE_LIMIT_TENTHS / 10],
  [textAt(offerSchema, 'terms', offer), TERMS_MIN],
  [textAt(offerSchema, 'terms', { terms: 'x'.repeat(TERMS_MAX + 1) }), TERMS_MAX],
  [textAt(offerSchema, 'firstMessage', { firstMessage: 'x'.repeat(FIRST_MESSAGE_MAX + 1) }), FIRST_MESSAGE_MAX],
  [textAt(quickReplySchema, 'title', { title: 'x'.repeat(REPLY_TITLE_MAX + 1) }), REPLY_TITLE_MAX],
  [textAt(quickReplySchema, 'text', { text: 'x'.repeat(REPLY_MAX + 1) }), REPLY_MAX],
  [textAt(z.object({ name: templateName }), 'name', { name: 'x'.repeat(TEMPLATE_NAME_MAX + 1) }), TEMPLATE_NAME_MAX],
  [textAt(currencyNoticesSchema, 'en', { en: 'x'.repeat(CURRENCY_NOTICE_MAX + 1) }), CURRENCY_NOTICE_MAX],
  [textAt(invitationSchema, 'username', { username: 'x'.repeat(USERNAME_MAX + 1) }), USERNAME_MAX],
  [textAt(reasonSchema, 'reason', { reason: '' }), REASON_MIN],
  [textAt(reasonSchema, 'reason', { reason: 'x'.repeat(REASON_MAX + 1) }), REASON_MAX],
  [FIELD_TEXTS.messageTooLong, MESSAGE_MAX],
  [ERRORS.chat_closed.text, CHAT_OPEN_HOURS],
  [ERRORS.confirmation_window_passed.text, ESCALATION_HOURS],
  [ERRORS.disputes_limit.text, ESCALATION_HOURS],
  [DISPUTE_REASONS.silence.text, ESCALATION_HOURS],
  [SYSTEM_TEXTS.dispute_opened_by_system, ESCALATION_HOURS],
  [SYSTEM_TEXTS.refund_held_by_seller, REFUND_HOLD_MINUTES],
  [SYSTEM_TEXTS.refund_held_by_expiry, REFUND_HOLD_MINUTES],
  [SYSTEM_TEXTS.statements_closed, DECISION_HOURS],
  [SYSTEM_TEXTS.decision_made, APPEAL_HOURS],
  [textAt(ratingSchema, 'comment', { comment: 'x'.repeat(RATING_COMMENT_MAX + 1) }), RATING_COMMENT_MAX],
  [textAt(reportSchema, 'text', { text: 'x'.repeat(REPORT_TEXT_MAX + 1) }), REPORT_TEXT_MAX],
  [textAt(answerSchema, 'answer', { answer: 'x'.repeat(ANSWER_MAX + 1) }), ANSWER_MAX],
  [ERRORS.image_too_large.text, IMAGE_MAX_BYTES / 1024 / 1024],
])('“%s” names the limit %d', (text, limit) => expect(text?.match(/\d+/g)?.map(Number)).toContain(limit))

test('“once per year” is what the rule allows', () => expect(USERNAME_CHANGE_DAYS).toBe(365))

test('“two ranges” a day are what the rule allows', () => {
  const range = { weekday: 1, from: '09:00', until: '10:00' }
  const ranges = Array.from({ length: RANGES_OF_DAY + 1 }, () => range)
  expect(textAt(businessHoursSchema, 'ranges', { timeZone: 'UTC', ranges })).toContain('two ranges')
  expect(RANGES_OF_DAY).toBe(2)
})

test('the schema library’s own message is in the catalogue', () => {
  expect(z.safeParse(z.string().check(z.maxLength(1)), 'xx').error?.issues[0]?.message).toBe(FIELD_TEXTS.wrong)
})

test('no system message has a placeholder for words of a user', () => {
  for (const code of SYSTEM_CODES) expect(SYSTEM_TEXTS[code]).not.toContain('{')
})

/** The message of a schema for one field of an input; the other fields may be wrong as well. */
function textAt(schema: z.ZodMiniType, field: string, input: object): string | undefined {
  return z.safeParse(schema, input).error?.issues.find(({ path }) => path[0] === field)?.message
}
