import { afterEach, expect, test, vi } from 'vitest'
import { expectAccessible, field, openPage, pressButton, text } from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { ID, trade } from '../../testing/samples.ts'
import { ReceiptDialog } from './ReceiptDialog.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'clipboard')
})

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
  await pressButton('Copy link')
  await waitFor(() => expect(bodies).toEqual([{ fields: ['amounts'] }]))
  await expectAccessible()
  await press(field('Amounts in USDT and in your currency'))
  await pressButton('Copy link')
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

test('one press creates the link and copies it, and a clipboard that refuses leaves it to be copied', async () => {
  const link = 'https://sarraf.example/verify#token'
  const receipt = {
    version: 1,
    issuer: 'https://sarraf.example',
    issuedAt: '2026-11-21T09:30:00.000Z',
    reference: 'A1B2C-3D4E5-F6071',
    demonstration: true,
    status: 'completed',
    outcome: 'released',
    role: 'buyer',
    completedOn: '2026-11-21',
  }
  const file = { protected: 'h'.repeat(40), receipt, signature: 's'.repeat(86) }
  for (const isAllowed of [true, false]) {
    const copied: string[] = []
    // Within the press, and before the answer.
    let isAsked = false
    vi.stubGlobal(
      'ClipboardItem',
      class {
        readonly content: Record<string, Promise<string>>
        constructor(content: Record<string, Promise<string>>) {
          this.content = content
        }
      },
    )
    const clipboard = {
      async write([item]: { content: Record<string, Promise<string>> }[]) {
        isAsked = true
        if (!isAllowed) throw new DOMException('denied', 'NotAllowedError')
        copied.push(await item!.content['text/plain']!)
      },
    }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    await openPage(() => <ReceiptDialog trade={{ ...trade, status: 'completed' }} onClose={() => {}} />, {
      path: '/',
      answers: {
        async [`POST /api/trades/${ID}/receipt`]() {
          expect(isAsked).toBe(true)
          return Response.json({ file, token: 'token', link })
        },
      },
    })
    await pressButton('Copy link')
    await waitFor(() => expect(document.querySelector<HTMLInputElement>('input[readonly]')?.value).toBe(link))
    expect(copied).toEqual(isAllowed ? [link] : [])
    expect(text().includes('Link copied')).toBe(isAllowed)
  }
})
