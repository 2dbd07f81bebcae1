/** The forms of the Security tab report what is wrong at the field. */
import { afterEach, expect, test, vi } from 'vitest'
import { CreateKey } from '../api-keys/CreateKey.tsx'
import {
  descriptionOf,
  expectAccessible,
  field,
  fill,
  openPage,
  pressButton,
  refusal,
  text,
} from '../../testing/page.tsx'
import { leave, press, waitFor } from '../../testing/render.tsx'
import { factors } from '../../testing/samples.ts'
import { AddPasskey } from './AddPasskey.tsx'
import { ConfirmAboveForm } from './ConfirmAboveForm.tsx'
import TotpSetup from './TotpSetup.tsx'

const nothing = () => {}

afterEach(() => vi.unstubAllGlobals())

test('a passkey needs a name', async () => {
  const { calls } = await openPage(() => <AddPasskey onAdded={nothing} />, { path: '/' })
  await pressButton('Continue')
  await waitFor(() => expect(descriptionOf(field('Name'))).toContain('Enter a name for the passkey'))
  expect(calls).toEqual([])
  await expectAccessible()
})

test('a malformed first code of an authenticator app is refused at its field, and so is a wrong one', async () => {
  const started = { secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', uri: 'otpauth://totp/x?secret=ABC' }
  await openPage(() => <TotpSetup started={started} onDone={nothing} />, {
    path: '/',
    answers: { 'POST /api/factors/totp/confirm': refusal('code_wrong', { field: 'code' }) },
  })
  await pressButton('Turn on')
  await waitFor(() =>
    expect(descriptionOf(field('Code from your app'))).toContain('Enter the 6-digit code from your app'),
  )
  await fill('Code from your app', '000000')
  await pressButton('Turn on')
  await waitFor(() => expect(descriptionOf(field('Code from your app'))).toContain('wrong or has already been used'))
  await expectAccessible()
})

test('an amount above which confirming needs re-authentication is a number', async () => {
  await openPage(() => <ConfirmAboveForm factors={factors} onSaved={nothing} />, { path: '/' })
  await fill('Confirm my identity above', 'much')
  await leave(field('Confirm my identity above'))
  await pressButton('Save')
  await waitFor(() =>
    expect(descriptionOf(field('Confirm my identity above'))).toContain('Enter a number, for example 1\u202F500.5'),
  )
  await expectAccessible()
})

test('an API key needs a permission', async () => {
  await openPage(() => <CreateKey onCreated={nothing} />, { path: '/' })
  await fill('Name', 'Shop')
  await press(document.querySelector<HTMLElement>('input[type=checkbox]')!)
  await pressButton('Create the key')
  await waitFor(() => expect(text()).toContain('Select at least one permission.'))
  await expectAccessible()
})
