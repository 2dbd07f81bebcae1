import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Alert } from '../../domain/api.ts'
import { render } from '../testing/render.tsx'
import { AlertRow } from './AlertRow.tsx'

const alert: Alert = {
  seq: 1,
  kind: 'message',
  tradeId: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  username: 'karim',
  code: null,
  sender: 'seller',
  text: 'Which account?',
  at: '2026-11-22T09:41:00.000Z',
  isUnread: true,
}

test('an excerpt is isolated, so that a Latin text stays under its Arabic title', async () => {
  const { container } = await show(alert, 'ar')
  const excerpt = container.querySelector('p')
  expect(excerpt?.getAttribute('dir')).toBeNull()
  expect(excerpt?.querySelector('bdi')?.textContent).toBe('Which account?')
  // The element that is cut has the direction of its text.
  expect(excerpt?.querySelector('bdi')?.className).toBe('truncate')
  expect(container.querySelector('a')?.textContent).toBe('رسالة جديدة من karim، غير مقروء')
})

test.each([
  ['paid', 'karim marked the trade as paid, unread'],
  ['payment_window_extended', 'karim extended the payment window, unread'],
  ['payment_mark_withdrawn', 'karim withdrew “paid”: the payment was not sent, unread'],
] as const)('%s: what the buyer says is a claim', async (code, text) => {
  const { container } = await show({ ...alert, kind: 'trade', code, sender: null, text: '' }, 'en')
  expect(container.querySelector('a')?.textContent).toBe(text)
})

test('a message of the arbiter is not announced as the counterparty’s', async () => {
  const { container } = await show({ ...alert, sender: 'arbiter' }, 'en')
  expect(container.querySelector('a')?.textContent).toBe(
    'New message from the arbiter of your trade with karim, unread',
  )
})

function show(shown: Alert, language: 'en' | 'ar') {
  return render(
    <MemoryRouter>
      <AlertRow alert={shown} />
    </MemoryRouter>,
    { language },
  )
}
