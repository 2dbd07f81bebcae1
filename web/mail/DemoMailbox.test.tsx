import { afterEach, expect, test, vi } from 'vitest'
import { expectAccessible, openPage, pressButton } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { ID } from '../testing/samples.ts'
import DemoMailbox from './DemoMailbox.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the name of the button begins with the words on it, and names the code', async () => {
  const mail = { id: ID, to: 'lea@example.org', subject: 'Your code', at: '2026-11-22T09:41:00.000Z' }
  const onCode = vi.fn<(code: string) => void>()
  await openPage(() => <DemoMailbox to="lea@example.org" onCode={onCode} />, {
    path: '/',
    answers: {
      'GET /api/dev/mail': { mails: [mail] },
      [`GET /api/dev/mail/${ID}`]: { ...mail, text: 'Your code is 047928.' },
    },
  })
  const button = () => document.querySelector('button[aria-label*="047928"]')
  await waitFor(() => expect(button()).not.toBeNull())
  expect(button()!.getAttribute('aria-label')!.startsWith(button()!.textContent)).toBe(true)
  await expectAccessible()
  await pressButton('Use this code: 047928')
  expect(onCode).toHaveBeenCalledExactlyOnceWith('047928')
})
