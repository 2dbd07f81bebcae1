import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  alerts,
  descriptionOf,
  expectAccessible,
  field,
  fill,
  findButton,
  garbled,
  openPage,
  pressButton,
  refusal,
  text,
  type Opened,
} from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { ID, user } from '../../testing/samples.ts'
import RegisterPage from './RegisterPage.tsx'

const PASSWORD = 'a long enough password'
const OVER = 'Your sign-up has expired or is already complete. Sign in, or start again.'
const UNEXPECTED = 'An unexpected error occurred. Please try again.'

let opened: Opened

beforeEach(async () => {
  opened = await openPage(RegisterPage, {
    path: '/register',
    address: '/register?next=%2Foffers%2Fbuy',
    answers: { 'POST /api/register': { user: null, registration: { email: 'nadia@exmaple.org' } } },
  })
  await waitFor(() => field('Username'))
})
afterEach(() => vi.unstubAllGlobals())

test('the form reports one reason at a time, at its field', async () => {
  expect(descriptionOf(field('Password'))).toContain('At least 8 characters')
  expect(findButton('Create account')!.disabled).toBe(true)
  await fill('Password', '1234567')
  expect(findButton('Create account')!.disabled).toBe(true)
  await fill('Password', PASSWORD)
  expect(descriptionOf(field('Password'))).toContain('Long enough')
  await fill('Confirm password', 'something else')
  await refused('Confirm password', 'Passwords do not match')
  await fill('Confirm password', PASSWORD)
  expect(field('Confirm password').getAttribute('aria-invalid')).not.toBe('true')
  await refused('Username', 'Username is required')
  for (const [name, reason] of [
    ['ab', 'Username must be at least 3 characters long'],
    ['a b c', 'Username can only contain letters, numbers, and underscores'],
    ['sarraf', 'This username is reserved'],
    ['Karim_Official', 'This username is reserved'],
    ['sarraf_5upport', 'This username is reserved'],
  ] as const) {
    await fill('Username', name)
    await refused('Username', reason)
    expect([field('Username').value, field('Password').value]).toEqual([name, PASSWORD])
  }
  await fill('Username', 'nadia')
  expect(descriptionOf(field('Username'))).toContain('Valid format')
  await fill('Email', 'not an address')
  await refused('Email', 'Please enter a valid email address')
  await fill('Email', 'nadia@example.org')
  await pressButton('Create account')
  await waitFor(() => expect(text()).toContain('You must be at least 18 and accept the terms'))
  await expectAccessible()
  expect(opened.calls).not.toContain('POST /api/register')
})

test('a taken username is refused at its field, and a failure above the button; what was typed is kept', async () => {
  opened.answer({ 'POST /api/register': refusal('username_taken', { field: 'username' }) })
  await register()
  await waitFor(() =>
    expect(descriptionOf(field('Username'))).toContain('This username is taken or too similar to another.'),
  )
  await fill('Username', 'nadia_2')
  for (const answer of [refusal('internal'), garbled]) {
    opened.answer({ 'POST /api/register': answer })
    await pressButton('Create account')
    await waitFor(() => expect(alerts()).toEqual([UNEXPECTED]))
  }
  expect(field('Email').value).toBe('nadia@exmaple.org')
})

test('the field begins with a free username, which the user may change and which does not replace what they typed', async () => {
  opened = await openPage(RegisterPage, {
    path: '/register',
    answers: { 'GET /api/register/username': { username: 'CalmRiver482' } },
  })
  await waitFor(() => expect(field('Username').value).toBe('CalmRiver482'))
  expect(descriptionOf(field('Username'))).toContain('Suggested, and visible to everyone. You can change it.')
  await expectAccessible()
  await fill('Username', 'nadia')
  expect(descriptionOf(field('Username'))).toContain('Valid format')
})

test('a suggestion that arrives while the user is in the field leaves it empty', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  opened = await openPage(RegisterPage, { path: '/register', answers: { 'GET /api/register/username': () => promise } })
  await waitFor(() => expect(opened.calls).toContain('GET /api/register/username'))
  await act(async () => field('Username').focus())
  const suggested = Response.json({ username: 'CalmRiver482' })
  resolve(suggested)
  await waitFor(() => expect(suggested.bodyUsed).toBe(true))
  await act(async () => new Promise((done) => setTimeout(done)))
  expect(document.activeElement).toBe(field('Username'))
  expect(field('Username').value).toBe('')
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'after registering, the address of return %s is refused',
  async (next) => {
    opened = await openPage(RegisterPage, {
      path: '/register',
      address: `/register?next=${encodeURIComponent(next)}`,
      answers: { 'POST /api/register': { user } },
    })
    await register()
    await waitFor(() => expect(opened.address()).toBe('/dashboard'))
  },
)

test('in a demonstration the code of the newest email to this address is entered by one press', async () => {
  const mail = (id: string, to: string) => ({ id, to, subject: 'Your sign-up code', at: '2026-11-22T12:00:00.000Z' })
  const [own, other] = [ID, ID.replace(/.$/, '0')]
  opened.answer({
    'GET /api/dev': { mailIsCaught: true },
    'GET /api/dev/mail': { mails: [mail(other, 'x.nadia@exmaple.org'), mail(own, 'nadia@exmaple.org')] },
    [`GET /api/dev/mail/${own}`]: { ...mail(own, 'nadia@exmaple.org'), text: 'Enter 246810 to create your account.' },
    'POST /api/register/confirm': { user },
  })
  await register()
  await waitFor(() => expect(text()).toContain('246810'))
  await expectAccessible()
  await pressButton('Use this code: 246810')
  await waitFor(() => expect(opened.address()).toBe('/offers/buy'))
  expect(opened.calls).toContain('POST /api/register/confirm')
})

test('after another code was sent, the code of the former email is no longer offered', async () => {
  const mail = { id: ID, to: 'nadia@exmaple.org', subject: 'Your sign-up code', at: '2026-11-22T12:00:00.000Z' }
  opened.answer({
    'GET /api/dev': { mailIsCaught: true },
    'GET /api/dev/mail': { mails: [mail] },
    [`GET /api/dev/mail/${ID}`]: { ...mail, text: 'Enter 246810 to create your account.' },
    'POST /api/register/resend': { done: true },
  })
  await register()
  await waitFor(() => expect(text()).toContain('246810'))
  await pressButton('Send another code')
  await waitFor(() => expect(text()).toContain('The email arrives within seconds…'))
  expect(text()).not.toContain('246810')
})

test('outside a demonstration no mailbox is shown or asked for', async () => {
  await register()
  await waitFor(() => expect(statuses()).toContain('nadia@exmaple.org'))
  expect(text()).not.toContain('Your mailbox in this test environment')
  expect(opened.calls).not.toContain('GET /api/dev/mail')
})

test('the code’s step keeps the form for another address', async () => {
  await register()
  await waitFor(() => expect(statuses()).toContain('nadia@exmaple.org'))
  expect(document.activeElement).toBe(field('Code from the email'))
  await expectAccessible()
  await pressButton('Use another address')
  await waitFor(() => expect(opened.address()).toBe('/register?next=%2Foffers%2Fbuy'))
  expect(field('Username').value).toBe('nadia')
  expect(field('Confirm password').value).toBe(PASSWORD)
})

test('another code clears the former one and its error; the right one leads on to the requested page', async () => {
  await register()
  await fill('Code from the email', '12')
  await pressButton('Create account')
  await refused('Code from the email', 'Enter the 6-digit code from the email')
  opened.answer({ 'POST /api/register/resend': { done: true } })
  await pressButton('Send another code')
  await waitFor(() => expect(text()).toContain('We’ve sent another code.'))
  expect(field('Code from the email').value).toBe('')
  expect(document.activeElement).toBe(field('Code from the email'))
  expect(field('Code from the email').getAttribute('aria-invalid')).not.toBe('true')
  opened.answer({ 'POST /api/register/confirm': refusal('code_wrong', { field: 'code' }) })
  await fill('Code from the email', '123456')
  await refused('Code from the email', 'This code is wrong or has already been used.')
  opened.answer({ 'POST /api/register/confirm': { user } })
  await fill('Code from the email', '654321')
  await pressButton('Create account')
  await waitFor(() => expect(opened.address()).toBe('/offers/buy'))
})

test('a user who missed the answer that created their account is led to sign in', async () => {
  await register()
  opened.answer({
    'POST /api/register/confirm': async () => {
      throw new TypeError('connection lost')
    },
  })
  await fill('Code from the email', '123456')
  await pressButton('Create account')
  await waitFor(() => expect(alerts()).toHaveLength(1))
  opened.answer({ 'POST /api/register/confirm': refusal('registration_expired') })
  await pressButton('Create account')
  await waitFor(() => expect(alerts()).toEqual([OVER]))
  const signIn = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Sign in')
  expect(signIn?.getAttribute('href')).toBe('/login?next=%2Foffers%2Fbuy&step=code')
})

test('after a second registration in another tab, the first tab names the address that waits for its code', async () => {
  await register()
  await waitFor(() => expect(statuses()).toContain('nadia@exmaple.org'))
  opened.answer({ 'GET /api/register': { email: 'second@example.org' } })
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(statuses()).toContain('second@example.org'))
})

test('without a pending registration the code’s step says so and leads back', async () => {
  opened = await openPage(RegisterPage, {
    path: '/register',
    address: '/register?step=code',
    answers: { 'GET /api/register': { email: null } },
  })
  await waitFor(() => expect(alerts()).toEqual([OVER]))
  await expectAccessible()
  await pressButton('Start again')
  await waitFor(() => expect(opened.address()).toBe('/register'))
})

const statuses = () => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join()

async function register(): Promise<void> {
  await fill('Username', 'nadia')
  await fill('Email', 'nadia@exmaple.org')
  await fill('Password', PASSWORD)
  await fill('Confirm password', PASSWORD)
  await press(document.querySelector<HTMLElement>('input[type=checkbox]')!)
  await pressButton('Create account')
}

async function refused(label: string, reason: string): Promise<void> {
  await pressButton('Create account')
  await waitFor(() => expect(descriptionOf(field(label))).toContain(reason))
  expect(field(label).getAttribute('aria-invalid')).toBe('true')
}
