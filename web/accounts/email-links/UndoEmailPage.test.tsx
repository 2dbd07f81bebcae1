import { afterEach, expect, test, vi } from 'vitest'
import { alerts, openPage, refusal, pressButton, findButton } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import UndoEmailPage from './UndoEmailPage.tsx'

const INVALID = 'This link has expired or has already been used.'

afterEach(() => vi.unstubAllGlobals())

test('a malformed link promises no new one, as none can be requested, and leads to the contact form', async () => {
  await openPage(UndoEmailPage, { path: '/undo-email', address: '/undo-email#token=short' })
  await waitFor(() => expect(alerts()).toEqual([INVALID]))
  expect(document.querySelector('main a[href="/contact"]')).not.toBeNull()
})

test('a used link says the same after the button is pressed', async () => {
  await openPage(UndoEmailPage, {
    path: '/undo-email',
    address: `/undo-email#token=${'a'.repeat(43)}`,
    answers: { 'POST /api/email/undo': refusal('link_invalid') },
  })
  await waitFor(() => expect(findButton('Keep my address')).toBeDefined())
  await pressButton('Keep my address')
  await waitFor(() => expect(alerts()).toEqual([INVALID]))
})
