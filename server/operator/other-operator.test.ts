/** With another operator's folder nothing that the server writes names the default product. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD_TOO_PERSONAL } from '../../domain/accounts/accounts.ts'
import { usernameError } from '../../domain/accounts/usernames.ts'
import { InvalidInput } from '../../domain/errors.ts'
import { LANGUAGES } from '../../domain/languages.ts'
import { MAIL_KINDS } from '../../domain/notifications/mail-kinds.ts'
import type { MailKind } from '../../domain/notifications/mail-kinds.ts'
import { inProduct, productInFileNames, setProductNames } from '../../domain/operator/product.ts'
import { relyingParty } from '../accounts/factors/relying-party.ts'
import { newTotp } from '../accounts/factors/totp.ts'
import { walletMessage, verifySignedMessage } from '../accounts/identities/wallet/siwe.ts'
import { assertUncommonPassword } from '../accounts/common-passwords.ts'
import { readMessageCatalogues } from '../mail/message-catalogues.ts'
import { writeMail } from '../mail/write-mail.ts'
import { sitePicture } from '../pages/og-images/pictures.ts'
import { createDrawer } from '../pages/og-images/draw-picture.ts'
import { startTestApp } from '../testing/app.ts'
import type { TestApp } from '../testing/app.ts'
import { DEFAULT_NAMES, makeOperatorFolder, OTHER_FACTS } from '../testing/operator-folder.ts'
import { readOperator } from './operator.ts'
import type { Operator } from './operator.ts'

let folder: Awaited<ReturnType<typeof makeOperatorFolder>>
let operator: Operator
beforeAll(async () => {
  folder = await makeOperatorFolder({ facts: OTHER_FACTS })
  operator = readOperator(folder.folder)
  setProductNames(operator)
})
afterAll(async () => {
  // Other files run in this process.
  setProductNames(readOperator(undefined))
  await folder.remove()
})

const catalogueOf = (name: string) => readMessageCatalogues(new URL(`../${name}/locales/`, import.meta.url))
const KINDS = Object.keys(MAIL_KINDS) as MailKind[]

test.each(['mail', 'pages/og-images', 'trades/receipts'])('no text of server/%s names it', async (name) => {
  for (const { messages } of Object.values(await catalogueOf(name)))
    expect(JSON.stringify(Object.values(messages))).not.toMatch(DEFAULT_NAMES)
})

test.each(LANGUAGES)('a mail in %s has the name as text, in one line of its subject', async (language) => {
  const catalogues = await catalogueOf('mail')
  const mails = KINDS.map((kind) => {
    const values = Object.fromEntries(MAIL_KINDS[kind].map((name) => [name, VALUES[name] ?? '1']))
    return writeMail(catalogues, 'https://echange.example', { id: '1', to: 'a@example.org', language, kind, values })
  })
  for (const { subject, text, html } of mails) {
    expect(`${subject}${text}${html}`).not.toMatch(DEFAULT_NAMES)
    expect(subject).not.toMatch(/\p{Cc}/u)
    expect(html).toContain('<p style="margin:0 0 20px;font-weight:700">L’Échange &amp; Co’s</p>')
    expect(html).not.toContain('Échange & Co')
  }
  const welcome = mails[KINDS.indexOf('verify_email')]
  expect(welcome?.text).toContain(language === 'ar' ? OTHER_FACTS.arabicName : OTHER_FACTS.productName)
})

/** What the texts of mails choose by. */
const VALUES: Readonly<Record<string, string>> = {
  at: '2026-11-21T09:41:00.000Z',
  until: '2026-11-21T09:41:00.000Z',
  timeZone: 'UTC',
  trades: '[]',
  paymentMethod: 'sepa_instant',
  currency: 'EUR',
  role: 'buyer',
  bondOutcome: 'returned',
  link: '/settings',
  email: 'leila@example.org',
  event: 'trade_opened',
}

test.each([
  ['Amana', 'l’aide d’Amana, pour qu’Amana réponde'],
  ['Étoile', 'l’aide d’Étoile, pour qu’Étoile réponde'],
  ['Hanout', 'l’aide de Hanout, pour que Hanout réponde'],
])('French elides before a vowel: %s', (productName, text) => {
  const names = { productName, arabicName: 'أمانة' }
  expect(inProduct('l’aide de Sarraf, pour que Sarraf réponde', 'fr', names)).toBe(text)
})

test('the picture of the site has the name as text, in the operator’s colours, and can be drawn', async () => {
  const colours = { ...operator.colours, band: { ...operator.colours.band, canvas: '#101820' } }
  const i18n = (await catalogueOf('pages/og-images')).ar
  const svg = sitePicture({ ...operator, colours }, i18n)
  expect(svg).not.toMatch(DEFAULT_NAMES)
  expect(svg).toContain('>L’Échange &amp; Co’s</tspan>')
  expect(svg).toContain('fill="#101820"')
  expect((await createDrawer().draw(svg)).subarray(1, 4).toString()).toBe('PNG')
})

test('authenticator apps, passkeys and file names', () => {
  expect(newTotp('amina').uri).toContain(`issuer=${encodeURIComponent(OTHER_FACTS.productName)}`)
  expect(relyingParty('https://echange.example').rpName).toBe(OTHER_FACTS.productName)
  expect(productInFileNames()).toBe('l-echange-co-s')
})

test('a wallet is asked in characters that EIP-4361 takes', () => {
  const request = { address: `0x${'1'.repeat(40)}`, chainId: 1, nonce: 'abcdefgh12', now: new Date(), minutes: 5 }
  const of = (productName: string) => {
    setProductNames({ productName, arabicName: productName })
    return walletMessage({ publicUrl: 'https://echange.example', purpose: 'sign_in', ...request })
  }
  expect(of('Échange & Co')).toContain('Sign in to Echange & Co with this wallet.')
  expect(of('أمانة')).toContain('Sign in to this platform with this wallet.')
  // A text for the product's former name is not taken.
  const message = of('Amana')
  setProductNames(operator)
  const signed = { publicUrl: 'https://echange.example', message, signature: `0x${'1'.repeat(130)}`, now: new Date() }
  expect(() => verifySignedMessage(signed)).toThrow()
})

test('the operator’s name can be neither a username nor a password', () => {
  setProductNames({ productName: 'Amana Pay', arabicName: 'أمانة' })
  expect(usernameError('amana_pay_help2')).toBe('This username is reserved')
  expect(usernameError('4manapay')).toBe('This username is reserved')
  expect(usernameError('sarrafine')).toBeNull()
  const owner = { username: 'amina', email: 'amina@example.org' }
  expect(() => assertUncommonPassword('2026 Amana Pay!!', owner, 'password')).toThrow('or “Amana Pay”')
  expect(new InvalidInput({ password: PASSWORD_TOO_PERSONAL }).message).not.toMatch(DEFAULT_NAMES)
  setProductNames(operator)
})

describe('over HTTP', () => {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await startTestApp({ operator })
  })
  afterAll(() => testApp.close())

  test('the contract of the API names the product, and the default’s name only in technical identities', async () => {
    const { payload } = await testApp.app.inject({ url: '/api/openapi.json' })
    const document = JSON.parse(payload) as { info: { title: string } }
    expect(document.info.title).toBe(OTHER_FACTS.productName)
    const technical = /sarraf_[\w…]*|sarraf-account-export|sarraf-escrow-\d|bot\.example\.org\/sarraf|Sarraf Escrow/g
    expect(payload.replaceAll(technical, '')).not.toMatch(DEFAULT_NAMES)
  })
})
