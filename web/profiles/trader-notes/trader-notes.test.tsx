import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TraderNote } from '../../../domain/api/profiles/trader-notes.ts'
import { NOTE_MAX } from '../../../domain/profiles/trader-notes.ts'
import { MarketRow } from '../../offers/market/rows/MarketRow.tsx'
import { OfferTable } from '../../offers/market/rows/OfferTable.tsx'
import { expectAccessible, fill, findButton, openPage, pressButton, refusal, text } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { offer, user } from '../../testing/samples.ts'
import { NoteLine } from './NoteLine.tsx'
import { NotesList } from './NotesList.tsx'
import { OwnNote } from './OwnNote.tsx'
import { useNotesByTrader, useTraderNotes } from './queries.ts'

// Other files of the same run leave drafts.
beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

const SIGNED_IN = { 'GET /api/session': { user } }
const note: TraderNote = {
  username: 'karim',
  avatar: null,
  text: 'Pays within minutes.\nWrites little.',
  tags: ['fast', 'quiet'],
  at: '2026-11-22T09:41:00.000Z',
}
const having = (...notes: TraderNote[]) => ({ ...SIGNED_IN, 'GET /api/trader-notes': { notes } })
const Own = () => <OwnNote username="karim" />

test('a note is written on the trader’s page, with tags as typed', async () => {
  const sent: unknown[] = []
  await openPage(Own, {
    path: '/',
    answers: {
      ...having(),
      'POST /api/trader-notes/karim': async (body) => {
        sent.push(JSON.parse(body as string))
        return Response.json(note)
      },
    },
  })
  await pressButton('Add note')
  await waitFor(() => expect(text()).toContain('Note on karim'))
  await fill('Note', note.text)
  await fill('Tags (optional)', ' fast، Fast, quiet,')
  await expectAccessible()
  await pressButton('Save note')
  await waitFor(() => expect(text()).toContain('Note saved. Only you see it.'))
  expect(sent).toEqual([{ text: note.text, tags: ['fast', 'quiet'] }])
})

test('an empty note, a long one and a fourth tag are refused beside their fields', async () => {
  const { calls } = await openPage(Own, { path: '/', answers: having() })
  await pressButton('Add note')
  await waitFor(() => expect(findButton('Save note')).toBeDefined())
  await pressButton('Save note')
  await waitFor(() => expect(text()).toContain('Write a note or add a tag.'))
  await fill('Note', 'x'.repeat(NOTE_MAX + 1))
  await fill('Tags (optional)', 'a, b, c, d')
  await pressButton('Save note')
  await waitFor(() => expect(text()).toContain('A note can have at most 500 characters.'))
  expect(text()).toContain('A note can have at most 3 tags.')
  expect(calls.filter((name) => name.startsWith('POST'))).toEqual([])
})

test('a refusal of the server is shown, and the text stays', async () => {
  await openPage(Own, {
    path: '/',
    answers: { ...having(), 'POST /api/trader-notes/karim': refusal('trader_notes_limit', { values: { limit: 500 } }) },
  })
  await pressButton('Add note')
  await waitFor(() => expect(findButton('Save note')).toBeDefined())
  await fill('Note', 'Slow')
  await pressButton('Save note')
  await waitFor(() => expect(text()).toContain('You can have notes on up to 500 traders. Delete one first.'))
  expect(document.querySelector('textarea')!.value).toBe('Slow')
})

test('the tags of other notes are added by one press, until there are three', async () => {
  const other = { ...note, username: 'nadia', tags: ['fast', 'big amounts', 'cash'] }
  await openPage(Own, { path: '/', answers: having({ ...note, tags: ['Fast'] }, other) })
  await pressButton('Edit note')
  await waitFor(() => expect(findButton('big amounts')).toBeDefined())
  expect(findButton('fast')).toBeUndefined()
  await pressButton('big amounts')
  await pressButton('cash')
  expect(document.querySelector<HTMLInputElement>('input[name="tags"]')!.value).toBe('Fast, big amounts, cash')
  expect(findButton('cash')).toBeUndefined()
})

test('a note is deleted in its form, and undo writes it again', async () => {
  const { calls, answer } = await openPage(Own, {
    path: '/',
    answers: {
      ...having(note),
      'DELETE /api/trader-notes/karim': { deleted: true },
      'POST /api/trader-notes/karim': note,
    },
  })
  await pressButton('Edit note')
  await waitFor(() => expect(findButton('Delete note')).toBeDefined())
  answer({ 'GET /api/trader-notes': { notes: [] } })
  await pressButton('Delete note')
  await waitFor(() => expect(text()).toContain('Note on karim deleted.'))
  await waitFor(() => expect(findButton('Add note')).toBeDefined())
  answer({ 'GET /api/trader-notes': { notes: [note] } })
  await pressButton('Undo')
  await waitFor(() => expect(text()).toContain('Writes little.'))
  expect(calls.filter((name) => name.endsWith('/karim'))).toEqual([
    'DELETE /api/trader-notes/karim',
    'POST /api/trader-notes/karim',
  ])
})

test('a failed read says so, and offers no form that would replace what is not known', async () => {
  const { answer } = await openPage(Own, {
    path: '/',
    answers: { ...SIGNED_IN, 'GET /api/trader-notes': refusal('internal') },
  })
  await waitFor(() => expect(findButton('Try again')).toBeDefined())
  expect([findButton('Add note'), findButton('Edit note')]).toEqual([undefined, undefined])
  answer({ 'GET /api/trader-notes': { notes: [note] } })
  await pressButton('Try again')
  await waitFor(() => expect(text()).toContain('Writes little.'))
})

/** Says when the notes have been read, so that what is absent after it was not only late. */
function Read() {
  const { data } = useTraderNotes()
  return <p>{data === undefined ? 'waiting' : `${data.length} read`}</p>
}

test.each([
  ['a visitor', { user: null }],
  ['the trader', { user: { ...user, username: 'karim' } }],
  ['a member who acts for another', { user, actingFor: { id: user.id, username: 'nadia', roles: ['chat'] } }],
])('%s is shown no note; a visitor and a member ask for none', async (who, session) => {
  const { calls } = await openPage(() => [<Read key="read" />, <Own key="own" />], {
    path: '/',
    answers: { ...having(note), 'GET /api/session': session },
  })
  await waitFor(() => expect(calls).toContain('GET /api/session'))
  if (who === 'the trader') await waitFor(() => expect(text()).toContain('1 read'))
  expect([findButton('Add note'), findButton('Edit note')]).toEqual([undefined, undefined])
  if (who !== 'the trader') expect(calls).not.toContain('GET /api/trader-notes')
})

test('the trade room shows the note where there is one', async () => {
  await openPage(() => <NoteLine username="karim" />, { path: '/', answers: having(note) })
  await waitFor(() => expect(text()).toContain('Writes little.'))
  expect(text()).toContain('Only you see this.')
  const parts = () => [<Read key="read" />, <NoteLine key="line" username="nadia" />]
  await openPage(parts, { path: '/', answers: having(note) })
  await waitFor(() => expect(text()).toContain('1 read'))
  expect(text()).toBe('1 read')
})

test('a row of the market has the reader’s tags for its owner, or that there is a note', async () => {
  const row = async (notes: TraderNote[]) => {
    await openPage(() => [<Read key="read" />, <Rows key="rows" />], { path: '/', answers: having(...notes) })
    await waitFor(() => expect(text()).toContain('karim'))
    await waitFor(() => expect(text()).toContain('1 read'))
    return () => document.querySelector('tbody tr td')!.textContent
  }
  const tagged = await row([note])
  await waitFor(() => expect(tagged()).toContain('Your tags: fast quiet'))
  await expectAccessible()
  const untagged = await row([{ ...note, tags: [] }])
  await waitFor(() => expect(untagged()).toContain('Your note'))
  const other = await row([{ ...note, username: 'nadia' }])
  expect(other()).not.toContain('Your')
})

test('the list has all notes with their buttons, says when there is none, and that it could not be read', async () => {
  const { answer } = await openPage(() => <NotesList />, {
    path: '/',
    answers: {
      ...having(note, { ...note, username: 'nadia', text: '', tags: ['cash'] }),
      'DELETE /api/trader-notes/karim': { deleted: true },
    },
  })
  await waitFor(() => expect(findButton('Edit: nadia')).toBeDefined())
  await expectAccessible()
  answer({ 'GET /api/trader-notes': { notes: [] } })
  await pressButton('Delete: karim')
  await waitFor(() => expect(text()).toContain('None yet'))
  await openPage(() => <NotesList />, {
    path: '/',
    answers: { ...SIGNED_IN, 'GET /api/trader-notes': refusal('internal') },
  })
  await waitFor(() => expect(findButton('Try again')).toBeDefined())
})

function Rows() {
  const notes = useNotesByTrader()
  return (
    <OfferTable isOld={false}>
      <MarketRow
        offer={offer}
        now={offer.createdAt}
        isSignedOut={false}
        note={notes.get(offer.owner.username)}
        onStart={() => {}}
      />
    </OfferTable>
  )
}
