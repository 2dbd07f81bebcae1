import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { render, type } from '../testing/render.tsx'
import { sessionKey } from './session.ts'
import { removeDrafts, useTextDraft } from './text-draft.ts'

const WEB = join(import.meta.dirname, '..')

/** Forms whose text is short, or is stored already and shown as it is. */
const WITHOUT_DRAFT: Record<string, string> = {
  'chat/quick-replies/ReplyForm.tsx': 'one line, kept in a list',
  'profiles/ProfileTab.tsx': 'shows what is stored',
  'staff/ReasonDialog.tsx': 'one sentence',
  'staff/currencies/EditCurrencyNotice.tsx': 'shows what is stored',
  'staff/messages/MarkAnswered.tsx': 'one sentence',
  'staff/reports/CloseReport.tsx': 'one sentence',
  'staff/users/EndSessions.tsx': 'one sentence',
  'trades/receipts/VerifyForm.tsx': 'pasted',
}
/** Their forms hold the draft. */
const FIELDS = new Map([
  ['chat/Composer.tsx', 'chat/draft.ts'],
  ['offers/OfferFields.tsx', 'offers/OfferForm.tsx'],
])

test('every field of several lines keeps a draft, or has its reason', () => {
  const files = globSync('**/*.tsx', { cwd: WEB, exclude: ['**/*.test.tsx', 'gallery/**', 'testing/**', 'ui/**'] })
  const written = files.filter((file) => /<(?:textarea|TextArea)\b/.test(read(file)))
  const without = written.filter((file) => !/use(?:Text|Stored)Draft\(/.test(read(FIELDS.get(file) ?? file)))
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT_DRAFT).toSorted())
})

test('a text comes back with the page, until it was sent', async () => {
  const first = await open('karim')
  await type(first.box, 'I paid at noon')
  const second = await open('karim')
  expect(second.box.value).toBe('I paid at noon')
  second.send()
  expect((await open('karim')).box.value).toBe('as it was')
})

test('another place and another user have their own, and signing out removes all', async () => {
  const first = await open('karim')
  await type(first.box, 'I paid at noon')
  for (const [user, place] of [
    ['leila', 'statement 1'],
    ['karim', 'statement 2'],
  ] as const) {
    const other = await open(user, place)
    expect(other.box.value).toBe('as it was')
  }
  sessionStorage.setItem('another', 'kept')
  removeDrafts()
  expect({ ...sessionStorage }).toEqual({ another: 'kept' })
})

test('without storage a text lives as long as its page', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  const { box } = await open('karim')
  await type(box, 'I paid at noon')
  expect(box.value).toBe('I paid at noon')
  vi.restoreAllMocks()
})

function refuse(): never {
  throw new DOMException('The storage is full.', 'QuotaExceededError')
}

async function open(userId: string, place = 'statement 1') {
  const client = new QueryClient()
  client.setQueryData(sessionKey, { user: { id: userId } })
  const { container } = await render(
    <QueryClientProvider client={client}>
      <Box place={place} />
    </QueryClientProvider>,
  )
  const send = () => container.querySelector('button')!.click()
  return { box: container.querySelector('textarea')!, send }
}

function Box({ place }: { place: string }) {
  const { text, write, sent } = useTextDraft(place, 'as it was')
  return (
    <>
      <textarea value={text} onChange={(event) => write(event.target.value)} />
      <button onClick={sent}>Send</button>
    </>
  )
}

function read(file: string): string {
  return readFileSync(join(WEB, file), 'utf8')
}
