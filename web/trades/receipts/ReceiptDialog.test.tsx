import { afterEach, expect, test, vi } from 'vitest'
import { expectAccessible, openPage, pressButton } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
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
})
