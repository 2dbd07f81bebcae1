import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { RECENT_CHANGE_MINUTES } from './payments/payment-fields.ts'
import { IDEMPOTENCY_KEY_LENGTH } from './idempotency-key.ts'
import { MINIMUM_AGE, PASSWORD_MAX, PASSWORD_MIN, RECOVERY_DAYS } from './accounts/accounts.ts'
import { USERNAME_MAX, USERNAME_MIN } from './accounts/usernames.ts'
import { passwordChangeSchema, registrationError } from './accounts/accounts.ts'
import { usernameError } from './accounts/usernames.ts'
import { KEY_NAME_MAX, KEY_RELEASE, KEY_RELEASE_HOURS, newKeySchema } from './accounts/api-keys.ts'
import { PASSKEY_NAME_MAX, TOTP_DIGITS, passkeyNameSchema, totpCodeSchema } from './accounts/factors.ts'
import { RANGES_OF_DAY, businessHoursSchema } from './offers/business-hours.ts'
import { MESSAGE_MAX, SYSTEM_CODES, SYSTEM_TEXTS, SYSTEM_TEXT_VALUES } from './chat/chat.ts'
import { IMAGE_MAX_BYTES } from './pictures.ts'
import { CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX, contactSchema } from './staff/contact.ts'
import { CURRENCIES } from './offers/currencies.ts'
import { CURRENCY_NOTICE_MAX, currencyNoticesSchema } from './offers/currency-notices.ts'
import { DISPUTE_REASONS, STATEMENT_MAX, STATEMENT_MIN } from './disputes/disputes.ts'
import { FILE_MAX_BYTES } from './trades/evidence.ts'
import { DomainError, ERRORS } from './errors.ts'
import { FIAT_DECIMALS } from './money.ts'
import { FIRST_MESSAGE_MAX, TERMS_MAX, TERMS_MIN, offerSchema } from './offers/offer-form.ts'
import { TEMPLATE_NAME_MAX, templateName } from './offers/offer-templates.ts'
import { PAYMENT_METHODS } from './payments/methods.ts'
import { MEETING_WINDOW_MIN, OFFER_METHODS_MAX, PERCENTAGE_LIMIT } from './offers/offers.ts'
import { MEETING_TEXT_MAX } from './payments/meeting-texts.ts'
import { MEETING_CODE_DIGITS, MEETING_CODE_INVALID, RELEASE_CODE_INVALID } from './payments/meeting-codes.ts'
import { PAYER_NAME_MAX, payerName } from './payments/payer-check.ts'
import { BANK_MAX } from './payments/methods/us-account.ts'
import { HOLDER_MAX, paymentDetailsSchema } from './payments/payment-accounts.ts'
import { BIO_MAX, LOCATION_MAX, USERNAME_CHANGE_DAYS, profileSchema } from './profiles/profiles.ts'
import { NO_REQUIREMENTS } from './profiles/relations.ts'
import { REPLY_MAX, REPLY_TITLE_MAX, quickReplySchema } from './chat/quick-replies.ts'
import { NOTE_MAX, NOTE_TAGS_MAX, NOTE_TAG_MAX, traderNoteSchema } from './profiles/trader-notes.ts'
import { RATING_COMMENT_MAX, STARS_MISSING, ratingSchema } from './profiles/ratings.ts'
import { REPORT_TEXT_MAX, REPORT_TEXT_MIN_OF_OTHER, reportSchema } from './profiles/reports.ts'
import { STARS_MAX } from './profiles/stars.ts'
import { ANSWER_MAX, REASON_MAX, REASON_MIN, answerSchema, reasonSchema } from './staff/staff-forms.ts'
import { invitationSchema } from './accounts/teams.ts'
import { FIELD_TEXTS, fill } from './texts.ts'
import { TRADE_EXPORT_DAYS, tradeExportSchema } from './trades/trade-export.ts'

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
const report = { reported: { kind: 'user', username: 'amina' }, reason: 'other' }
const offer = { minAmount: '10.001', maxAmount: '10.001', pricePercentage: '99', terms: 'x' }

const MEETING = {
  type: 'buy',
  fiatCurrency: 'TND',
  paymentMethods: ['cash_tnd'],
  paymentAccountIds: [],
  availableUsdt: '',
  minAmount: '10',
  maxAmount: '100',
  pricePercentage: '1',
  terms: 'Please come in time.',
  paymentWindowMinutes: 60,
  maxOpenTrades: 1,
  referencePolicy: 'optional',
  amountTail: false,
  trustedOnly: false,
  newTakerShare: 'all',
  requirements: NO_REQUIREMENTS,
  firstMessage: '',
  hoursOnly: false,
}

const TEXTS_WITH_LIMITS: [string | undefined, number][] = [
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
  [textAt(offerSchema, 'pricePercentage', offer), PERCENTAGE_LIMIT],
  [textAt(offerSchema, 'terms', offer), TERMS_MIN],
  [textAt(offerSchema, 'terms', { terms: 'x'.repeat(TERMS_MAX + 1) }), TERMS_MAX],
  [textAt(offerSchema, 'firstMessage', { firstMessage: 'x'.repeat(FIRST_MESSAGE_MAX + 1) }), FIRST_MESSAGE_MAX],
  [textAt(quickReplySchema, 'title', { title: 'x'.repeat(REPLY_TITLE_MAX + 1) }), REPLY_TITLE_MAX],
  [textAt(quickReplySchema, 'text', { text: 'x'.repeat(REPLY_MAX + 1) }), REPLY_MAX],
  [textAt(traderNoteSchema, 'text', { text: 'x'.repeat(NOTE_MAX + 1) }), NOTE_MAX],
  [textAt(traderNoteSchema, 'tags', { tags: ['x'.repeat(NOTE_TAG_MAX + 1)] }), NOTE_TAG_MAX],
  [textAt(traderNoteSchema, 'tags', { tags: [...'abcd'] }), NOTE_TAGS_MAX],
  [textAt(z.object({ name: templateName }), 'name', { name: 'x'.repeat(TEMPLATE_NAME_MAX + 1) }), TEMPLATE_NAME_MAX],
  [textAt(currencyNoticesSchema, 'en', { en: 'x'.repeat(CURRENCY_NOTICE_MAX + 1) }), CURRENCY_NOTICE_MAX],
  [textAt(invitationSchema, 'username', { username: 'x'.repeat(USERNAME_MAX + 1) }), USERNAME_MAX],
  [textAt(reasonSchema, 'reason', { reason: '' }), REASON_MIN],
  [textAt(reasonSchema, 'reason', { reason: 'x'.repeat(REASON_MAX + 1) }), REASON_MAX],
  [FIELD_TEXTS.messageTooLong, MESSAGE_MAX],
  [textAt(ratingSchema, 'comment', { comment: 'x'.repeat(RATING_COMMENT_MAX + 1) }), RATING_COMMENT_MAX],
  [textAt(reportSchema, 'text', { text: 'x'.repeat(REPORT_TEXT_MAX + 1) }), REPORT_TEXT_MAX],
  [textAt(answerSchema, 'answer', { answer: 'x'.repeat(ANSWER_MAX + 1) }), ANSWER_MAX],
  [textAt(reportSchema, 'text', { ...report, text: '' }), REPORT_TEXT_MIN_OF_OTHER],
  [textAt(newKeySchema, 'name', { name: 'x'.repeat(KEY_NAME_MAX + 1) }), KEY_NAME_MAX],
  [textAt(newKeySchema, 'releaseUsdtADay', { releaseUsdtADay: '0' }), Number(KEY_RELEASE.usdtADay.min)],
  [textAt(newKeySchema, 'releaseUsdtADay', { releaseUsdtADay: '0' }), Number(KEY_RELEASE.usdtADay.max)],
  [textAt(newKeySchema, 'releaseTradesADay', { releaseTradesADay: 0 }), KEY_RELEASE.tradesADay.min],
  [textAt(newKeySchema, 'releaseTradesADay', { releaseTradesADay: 0 }), KEY_RELEASE.tradesADay.max],
  [ERRORS.key_release_limit.text, KEY_RELEASE_HOURS],
  [textAt(z.object({ name: passkeyNameSchema }), 'name', { name: 'x'.repeat(PASSKEY_NAME_MAX + 1) }), PASSKEY_NAME_MAX],
  [textAt(totpCodeSchema, 'code', { code: '1' }), TOTP_DIGITS],
  [textAt(z.object({ name: payerName() }), 'name', { name: 'x'.repeat(PAYER_NAME_MAX + 1) }), PAYER_NAME_MAX],
  [textAt(paymentDetailsSchema, 'holder', { method: 'd17', holder: 'x'.repeat(HOLDER_MAX + 1) }), HOLDER_MAX],
  [
    textAt(paymentDetailsSchema, 'place', { method: 'cash_tnd', place: 'x'.repeat(MEETING_TEXT_MAX + 1) }),
    MEETING_TEXT_MAX,
  ],
  [textAt(offerSchema, 'paymentWindowMinutes', MEETING), MEETING_WINDOW_MIN / 60],
  [textAt(offerSchema, 'paymentMethods', { paymentMethods: PAYMENT_METHODS.slice(0, 6) }), OFFER_METHODS_MAX],
  [MEETING_CODE_INVALID, MEETING_CODE_DIGITS],
  [RELEASE_CODE_INVALID, MEETING_CODE_DIGITS],
  [textAt(paymentDetailsSchema, 'bank', { method: 'wire_transfer', bank: 'x'.repeat(BANK_MAX + 1) }), BANK_MAX],
  [textAt(tradeExportSchema, 'to', { from: '2026-01-01', to: '2028-01-01' }), TRADE_EXPORT_DAYS],
  [FIELD_TEXTS.statementLength, STATEMENT_MIN],
  [FIELD_TEXTS.statementLength, STATEMENT_MAX],
  [STARS_MISSING, STARS_MAX],
  [ERRORS.idempotency_key_missing.text, IDEMPOTENCY_KEY_LENGTH.min],
  [ERRORS.idempotency_key_missing.text, IDEMPOTENCY_KEY_LENGTH.max],
  [ERRORS.image_too_large.text, IMAGE_MAX_BYTES / 1024 / 1024],
  [ERRORS.file_too_large.text, FILE_MAX_BYTES / 1024 / 1024],
]

test.each(TEXTS_WITH_LIMITS)('“%s” names the limit %d', (text, limit) =>
  expect(text?.match(/\d{1,3}(,\d{3})+|\d+/g)?.map((figure) => Number(figure.replaceAll(',', '')))).toContain(limit),
)

/** Their numbers are of a pattern beside the text, zero, or the hours of a day. */
const WITHOUT_A_LIMIT =
  /^(D17$|A Revolut tag|Price percentage must be a number in steps|(Minimum|Maximum) amount must be (less|greater|at least)|Available USDT must be|Enter more than 0|You can do this \{limit\} times|Your limit for 24 hours|Enter the 6-digit code from the email|Enter a Tunisian mobile number|A (Moroccan )?RI[BP] has|One instant transfer|Enter EVP|EVP and|A routing number|An account number|For example |This isn’t the code on the |\d+ digits)/

test('each text that names a limit is compared with it', async () => {
  const listed = execFileSync('git', ['ls-files', 'domain'], { encoding: 'utf8' }).split('\n')
  // The conversations of the rehearsal are invented.
  const files = listed.filter((file) => /(?<!\.test)\.ts$/.test(file) && file !== 'domain/trades/rehearsal-script.ts')
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const texts = sources.flatMap((source) =>
    [...source.matchAll(/\/\*i18n\*\/\s+'([^'\n]*)'/g)].map(([, text = '']) => text),
  )
  const compared = new Set(TEXTS_WITH_LIMITS.map(([text]) => text))
  expect(compared.size).toBeGreaterThan(30)
  expect(texts.filter((text) => /\d/.test(text) && !compared.has(text) && !WITHOUT_A_LIMIT.test(text))).toEqual([])
})

test('a sentence names the currencies of the market by their files, whatever the setting is', async () => {
  const units = new RegExp(
    String.raw`\b(${Object.values(CURRENCIES)
      .map((currency) => currency.units)
      .join('|')})\b`,
    'i',
  )
  const entries = (await readFile('web/locales/en.po', 'utf8')).split('\n\n')
  const naming = entries.filter((entry) => units.test(/^msgid .*/m.exec(entry)?.[0] ?? ''))
  expect(naming).toHaveLength(new Set(Object.values(CURRENCIES).map((currency) => currency.units)).size)
  expect(naming.filter((entry) => !entry.includes('#: domain/offers/currencies/'))).toEqual([])
})

test('“once per year” is what the rule allows', () => expect(USERNAME_CHANGE_DAYS).toBe(365))

test('“less than an hour” before a trade and “the week” before a change of the email are what the rules say', () =>
  expect([RECENT_CHANGE_MINUTES, RECOVERY_DAYS]).toEqual([60, 7]))

test('“two ranges” a day are what the rule allows', () => {
  const range = { weekday: 1, from: '09:00', until: '10:00' }
  const ranges = Array.from({ length: RANGES_OF_DAY + 1 }, () => range)
  expect(textAt(businessHoursSchema, 'ranges', { timeZone: 'UTC', ranges })).toContain('two ranges')
  expect(RANGES_OF_DAY).toBe(2)
})

test('the schema library’s own message is in the catalogue', () => {
  expect(z.safeParse(z.string().check(z.maxLength(1)), 'xx').error?.issues[0]?.message).toBe(FIELD_TEXTS.wrong)
})

test('the placeholders of system messages and of reasons are figures, and no words of a user', () => {
  for (const value of Object.values(SYSTEM_TEXT_VALUES)) expect(value).toBeTypeOf('number')
  const shown = [
    ...SYSTEM_CODES.map((code) => fill(SYSTEM_TEXTS[code], SYSTEM_TEXT_VALUES)),
    ...Object.values(DISPUTE_REASONS).map(({ text }) => text),
  ]
  for (const text of shown) expect(text).not.toMatch(/[{}]/)
  expect(shown).toContain('Statements are closed. An arbiter decides within 48 hours.')
})

/** The message of a schema for one field of an input; the other fields may be wrong as well. */
function textAt(schema: z.ZodMiniType, field: string, input: object): string | undefined {
  return z.safeParse(schema, input).error?.issues.find(({ path }) => path[0] === field)?.message
}
