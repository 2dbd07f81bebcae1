import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { paste, render, type } from '../testing/render.tsx'
import { sessionKey } from './session.ts'
import { removeDrafts, useTextDraft } from './text-draft.ts'

const WEB = join(import.meta.dirname, '..')

/** Forms whose text is short, or is stored already and shown as it is. */
const WITHOUT_DRAFT: Record<string, string> = {
  'chat/quick-replies/ReplyForm.tsx': 'one line, kept in a list',
  'profiles/ProfileSection.tsx': 'shows what is stored',
  'staff/ReasonField.tsx': 'one sentence',
  'staff/currencies/EditCurrencyNotice.tsx': 'shows what is stored',
  'staff/messages/MarkAnswered.tsx': 'one sentence',
  'staff/reports/CloseReport.tsx': 'one sentence',
  'trades/receipts/VerifyForm.tsx': 'pasted',
}
/** Their forms hold the draft. */
const FIELDS = new Map([
  ['chat/Composer.tsx', 'chat/draft.ts'],
  ['offers/form/FoldedFields.tsx', 'offers/form/OfferForm.tsx'],
  ['offers/form/TermsFields.tsx', 'offers/form/OfferForm.tsx'],
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

test('a field that was emptied stays empty, and one with its first text again keeps none', async () => {
  const { box } = await open('karim')
  await paste(box, '')
  const again = await open('karim')
  expect(again.box.value).toBe('')
  await paste(again.box, 'as it was')
  expect(sessionStorage).toHaveLength(0)
})

test('each owner for whom a user acts has an own draft; of a visitor nothing is kept', async () => {
  const amina = await open('karim', 'new offer', 'amina')
  await type(amina.box, 'Only from a bank account of your own name')
  for (const ownerId of [undefined, 'samir'])
    expect((await open('karim', 'new offer', ownerId)).box.value).toBe('as it was')
  expect((await open('karim', 'new offer', 'amina')).box.value).not.toBe('as it was')
  removeDrafts()
  const visitor = await open(null)
  await type(visitor.box, 'My account was closed')
  expect(sessionStorage).toHaveLength(0)
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

async function open(userId: string | null, place = 'statement 1', ownerId?: string) {
  const client = new QueryClient()
  const actingFor = ownerId === undefined ? undefined : { id: ownerId }
  client.setQueryData(sessionKey, { user: userId === null ? null : { id: userId }, actingFor })
  const { container } = await render(
    <QueryClientProvider client={client}>
      <Box place={place} />
    </QueryClientProvider>,
  )
  const send = () => container.querySelector('button')!.click()
  return { box: container.querySelector('textarea')!, send }
}

function Box({ place }: { place: string }) {
  const { text, write, discard } = useTextDraft(place, 'as it was')
  return (
    <>
      <textarea value={text} onChange={(event) => write(event.target.value)} />
      <button onClick={discard}>Send</button>
    </>
  )
}

function read(file: string): string {
  return readFileSync(join(WEB, file), 'utf8')
}
