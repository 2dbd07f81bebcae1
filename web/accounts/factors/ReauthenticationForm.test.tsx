import { afterEach, expect, test, vi } from 'vitest'
import type { RequiredReauthentication } from '../../../domain/accounts/factors.ts'
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
import { waitFor } from '../../testing/render.tsx'
import { ID } from '../../testing/samples.ts'
import { call } from '../../client.ts'
import { reauthenticate } from '../../../domain/api/accounts/factors.ts'
import { ReauthenticationForm } from './ReauthenticationForm.tsx'

const REAUTHENTICATE = 'POST /api/reauthenticate'

afterEach(() => vi.unstubAllGlobals())

test('empty fields are refused, each with its reason', async () => {
  const { calls } = await open({ first: 'password', second: ['totp'] })
  await pressButton('Continue')
  await waitFor(() => expect(descriptionOf(field('Password'))).toContain('Password is required'))
  expect(descriptionOf(field('Code from your app'))).toContain('Enter the 6-digit code')
  expect(calls).not.toContain(REAUTHENTICATE)
  await expectAccessible()
})

test('a wrong password and a wrong code are reported at their fields', async () => {
  const { answer } = await open({ first: 'password', second: ['totp'] })
  answer({ [REAUTHENTICATE]: refusal('password_wrong', { field: 'first' }) })
  await fill('Password', 'not it')
  await fill('Code from your app', '000000')
  await pressButton('Continue')
  await waitFor(() => expect(descriptionOf(field('Password'))).toContain('not your current password'))
  answer({ [REAUTHENTICATE]: refusal('code_wrong', { field: 'second' }) })
  await fill('Password', 'the right one')
  await pressButton('Continue')
  await waitFor(() => expect(descriptionOf(field('Code from your app'))).toContain('wrong or has already been used'))
  await expectAccessible()
})

test('a recovery code is entered beside the password, which stays as typed', async () => {
  await open({ first: 'password', second: ['totp', 'recovery_code'] })
  await fill('Password', 'the right one')
  await pressButton('Use a recovery code instead')
  await waitFor(() => expect(document.activeElement).toBe(field('Recovery code')))
  expect(field('Password').value).toBe('the right one')
})

test('a user without a password enters a code from an email; a wrong one is reported at its field', async () => {
  const { answer } = await open({ first: 'mailed_code', second: [] })
  answer({
    'POST /api/reauthenticate/code/send': { codeId: ID },
    [REAUTHENTICATE]: refusal('code_wrong', { field: 'first' }),
  })
  await pressButton('Send the code')
  await fill('Code from the email', '000000')
  await pressButton('Continue')
  await waitFor(() => expect(descriptionOf(field('Code from the email'))).toContain('wrong or has already been used'))
  expect(text()).toContain('Send another code')
  await expectAccessible()
})

function open(asked: RequiredReauthentication) {
  return openPage(
    () => (
      <ReauthenticationForm
        asked={asked}
        onPasskey={async () => {}}
        onReauthenticate={async (body) => void (await call(reauthenticate, { body }))}
      />
    ),
    { path: '/' },
  )
}
