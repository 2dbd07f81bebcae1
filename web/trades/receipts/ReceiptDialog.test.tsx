import { afterEach, expect, test, vi } from 'vitest'
import { expectAccessible, field, openPage, pressButton, text } from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { ID, trade } from '../../testing/samples.ts'
import { ReceiptDialog } from './ReceiptDialog.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a receipt shows the amounts unless its holder leaves them out', async () => {
  const bodies: unknown[] = []
  const link = 'https://sarraf.example/verify#token'
  await openPage(() => <ReceiptDialog trade={{ ...trade, status: 'completed' }} onClose={() => {}} />, {
    path: '/',
    answers: {
      [`POST /api/trades/${ID}/receipt`]: async (body: unknown) => {
        bodies.push(JSON.parse(body as string))
        return Response.json({ file: {}, token: 'token', link })
      },
    },
  })
  await pressButton('Create link')
  await waitFor(() => expect(bodies).toEqual([{ fields: ['amounts'] }]))
  await expectAccessible()
  await press(field('Amounts in USDT and in your currency'))
  await pressButton('Create link')
  await waitFor(() => expect(bodies.at(-1)).toEqual({ fields: [] }))
})

test('a buyer reads that the amounts show the returned bond', async () => {
  const hint = 'Also shows your returned bond'
  const bond = { amount: '3.212680', state: 'returned' } as const
  for (const [role, isShown] of [
    ['buyer', true],
    ['seller', false],
  ] as const) {
    await openPage(() => <ReceiptDialog trade={{ ...trade, role, bond, status: 'completed' }} onClose={() => {}} />, {
      path: '/',
    })
    expect(text().includes(hint)).toBe(isShown)
  }
})
