import { afterEach, expect, test, vi } from 'vitest'
import { CALLBACK_ERRORS } from '../../../domain/accounts/identities.ts'
import {
  alerts,
  descriptionOf,
  expectAccessible,
  field,
  fill,
  findButton,
  openPage,
  pressButton,
  refusal,
  text,
  type Answers,
} from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { ID, user } from '../../testing/samples.ts'
import LoginPage from './LoginPage.tsx'

const UNEXPECTED = 'An unexpected error occurred. Please try again.'
const EXPIRED = 'This sign-in has expired or had too many attempts. Please start again.'
const REFUSED = 'The other service didn’t confirm your identity. Please try again.'

afterEach(() => vi.unstubAllGlobals())

test('a wrong password, then a failure of the server, show a message and keep what was typed', async () => {
  const { answer, address } = await open({ 'POST /api/sign-in': refusal('credentials_wrong') })
  await signIn()
  await waitFor(() => expect(alerts()).toEqual(['Invalid email or password.']))
  await expectAccessible()
  answer({ 'POST /api/sign-in': refusal('internal') })
  await pressButton('Sign in')
  await waitFor(() => expect(alerts()).toEqual([UNEXPECTED]))
  expect(field('Email').value).toBe('amina@example.org')
  expect(field('Password').value).toBe('a long enough password')
  answer({ 'POST /api/sign-in': { user } })
  await pressButton('Sign in')
  await waitFor(() => expect(address()).toBe('/dashboard'))
})

test('password managers can fill the password, and it can be pasted', async () => {
  await open()
  await waitFor(() => expect(field('Password').getAttribute('autocomplete')).toBe('current-password'))
  const paste = new Event('paste', { bubbles: true, cancelable: true })
  field('Password').dispatchEvent(paste)
  expect(paste.defaultPrevented).toBe(false)
})

test('a password can be shown and hidden', async () => {
  await open()
  await fill('Password', 'secret')
  expect(field('Password').getAttribute('type')).toBe('password')
  await pressButton('Show password')
  expect(field('Password').getAttribute('type')).toBe('text')
  await pressButton('Hide password')
  expect(field('Password').getAttribute('type')).toBe('password')
})

test.each([
  ['/login?next=%2Ftrade%2F1', '/trade/1'],
  ['/login?next=//evil.example', '/dashboard'],
  ['/login?next=https:%2F%2Fevil.example', '/dashboard'],
])('sign-in at %s leads to %s', async (at, to) => {
  const { address } = await open({ 'POST /api/sign-in': { user } }, at)
  await signIn()
  await waitFor(() => expect(address()).toBe(to))
})

test.each([
  ['/login?next=%2Ftrades', '/trades'],
  ['/login', '/dashboard'],
  ['/login?next=//evil.example', '/dashboard'],
  ['/login?next=https:%2F%2Fevil.example', '/dashboard'],
])('a user who is already signed in is led from %s to %s', async (at, to) => {
  const { address } = await open({ 'GET /api/session': { user } }, at)
  await waitFor(() => expect(address()).toBe(to))
})

test('a second factor challenge that cannot be loaded, or has expired, shows an error above the form', async () => {
  const challenge = 'GET /api/sign-in/second-factor'
  const { answer, address } = await open({ [challenge]: refusal('internal') }, '/login?step=second&next=%2Ftrades')
  await waitFor(() => expect(alerts()[0]).toContain(UNEXPECTED))
  await expectAccessible()
  answer({ [challenge]: { methods: null }, 'POST /api/sign-in': { user } })
  await pressButton('Try again')
  await waitFor(() => expect(alerts()).toEqual([EXPIRED]))
  await expectAccessible()
  await signIn()
  await waitFor(() => expect(address()).toBe('/trades'))
})

test.each([
  ['provider_refused', REFUSED],
  ['unsupported_chain', UNEXPECTED],
  ['email_taken', UNEXPECTED],
  ['Call+me', UNEXPECTED],
  ['toString', UNEXPECTED],
])('the error %s of a callback is shown as: %s', async (code, shown) => {
  await open({}, `/login?problem=${code}&next=%2Ftrades`)
  await waitFor(() => expect(alerts()).toEqual([shown]))
  expect(CALLBACK_ERRORS.some((each) => each === code)).toBe(shown === REFUSED)
  await expectAccessible()
})

test('a user who is already signed in is led to the Security tab with a callback’s error', async () => {
  const { address } = await open({ 'GET /api/session': { user } }, '/login?problem=provider_refused&next=%2Foffers')
  await waitFor(() => expect(address()).toBe('/settings?tab=security&problem=provider_refused'))
})

test('a malformed or refused code from the email is reported at its field', async () => {
  await open({
    'POST /api/sign-in/code/send': { codeId: ID },
    'POST /api/sign-in/code': refusal('code_wrong', { field: 'code' }),
  })
  await pressButton('Email me a code')
  await fill('Email', 'amina@example.org')
  await pressButton('Send the code')
  await fill('Code from the email', '12345')
  await expectAccessible()
  await pressButton('Sign in')
  await waitFor(() =>
    expect(descriptionOf(field('Code from the email'))).toContain('Enter the 6-digit code from the email'),
  )
  await fill('Code from the email', '123456')
  await pressButton('Sign in')
  await waitFor(() =>
    expect(descriptionOf(field('Code from the email'))).toContain('This code is wrong or has already been used.'),
  )
  await expectAccessible()
})

test('the ids of the codes that were sent before go along, those of another address do not', async () => {
  const bodies: object[] = []
  const ids = ['1', '2', '3'].map((digit) => ID.replace(/^./, digit))
  await open({
    'POST /api/sign-in/code/send': async () => Response.json({ codeId: ids[bodies.length] }),
    'POST /api/sign-in/code': refusal('code_wrong', { field: 'code' }),
  })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (to: string, init: RequestInit) => {
    if (to.endsWith('/sign-in/code')) bodies.push(JSON.parse(init.body as string))
    return fetch(to, init)
  })
  await pressButton('Email me a code')
  for (const email of ['amina@example.org', 'amina@example.org', 'karim@example.org']) {
    await fill('Email', email)
    await pressButton('Send the code')
    await fill('Code from the email', '123456')
    await pressButton('Sign in')
    await waitFor(() => expect(descriptionOf(field('Code from the email'))).toContain('This code is wrong'))
    await pressButton('Send another code')
  }
  expect(bodies).toMatchObject([
    { codeId: ids[0], formerCodeIds: [] },
    { codeId: ids[1], formerCodeIds: [ids[0]] },
    { codeId: ids[2], formerCodeIds: [] },
  ])
})

test('a wrong second factor is reported at its field; too many end the sign-in, which starts again', async () => {
  const { answer } = await open({
    'POST /api/sign-in': { user: null, secondFactor: { methods: ['totp', 'recovery_code'] } },
    'POST /api/sign-in/second-factor': refusal('code_wrong', { field: 'code' }),
  })
  await signIn()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Two-factor authentication'))
  await fill('Code from your app', '000000')
  await expectAccessible()
  await pressButton('Sign in')
  await waitFor(() => expect(descriptionOf(field('Code from your app'))).toContain('This code is wrong'))
  await pressButton('Use a recovery code instead')
  await fill('Recovery code', 'wrong')
  await expectAccessible()
  await pressButton('Sign in')
  await waitFor(() => expect(descriptionOf(field('Recovery code'))).toContain('This code is wrong'))
  answer({ 'POST /api/sign-in/second-factor': refusal('sign_in_expired') })
  await fill('Recovery code', 'wrong again')
  await pressButton('Sign in')
  await waitFor(() => expect(alerts()).toEqual([EXPIRED]))
  await pressButton('Start again')
  await waitFor(() => expect(field('Password')).toBeDefined())
  expect(text()).not.toContain(EXPIRED)
})

test('a browser without a passkey shows a message', async () => {
  await open({
    'POST /api/sign-in/passkey/start': {
      challenge: 'AAAA',
      rpId: 'localhost',
      timeout: 60_000,
      userVerification: 'required',
      allowCredentials: [],
    },
  })
  vi.stubGlobal('PublicKeyCredential', vi.fn<() => void>())
  const credentials = { get: () => Promise.reject(new DOMException('none', 'NotAllowedError')) }
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true })
  await pressButton('Sign in with a passkey')
  await waitFor(() => expect(alerts()).toEqual(['No passkey was used. You can try again.']))
  expect(findButton('Sign in with a passkey')?.disabled).toBe(false)
})

function open(answers: Answers = {}, address = '/login') {
  return openPage(LoginPage, { path: '/login', address, answers })
}

async function signIn(): Promise<void> {
  await fill('Email', 'amina@example.org')
  await fill('Password', 'a long enough password')
  await pressButton('Sign in')
}
