/** Notes on traders: only their writer reads them (decisions: Relations). */
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { TraderNote } from '../../../domain/api/profiles/trader-notes.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { NOTE_MAX, NOTE_TAGS_MAX, NOTE_TAG_MAX } from '../../../domain/profiles/trader-notes.ts'
import { createApiKey, apiClientWith } from '../../testing/accounts/api-clients.ts'
import { createStaffUser } from '../../testing/accounts/staff.ts'
import { actFor, join } from '../../testing/accounts/teams.ts'
import { signUp, signUpMany, tradingPair } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { call } from '../../testing/app.ts'
import { refusalOf } from '../../testing/attacks/attack.ts'
import { ANSWERING, addressOf } from '../../testing/contract.ts'
import { useTestApp } from '../../testing/suite.ts'
import { violations } from '../../testing/violations.ts'

const testApp = useTestApp({ demo: true })
const NOTE = { text: 'Pays within minutes.\nWrites little.', tags: ['fast', 'quiet'] }

const save = (writer: Caller, about: { username: string }, note: object = NOTE, key?: string) =>
  writer.post(`/api/trader-notes/${about.username}`, note, key)
const remove = (writer: Caller, about: { username: string }) => writer.delete(`/api/trader-notes/${about.username}`)
const notesOf = async (reader: Caller): Promise<TraderNote[]> => (await reader.get('/api/trader-notes')).body.notes
const pair = async () => (await signUpMany(testApp().app, 2, 'trader')) as [Caller, Caller]

describe('a user', () => {
  test('writes, changes and deletes notes on traders, the latest first', async () => {
    const [amina, karim, nadia] = (await signUpMany(testApp().app, 3, 'trader')) as [Caller, Caller, Caller]
    const ofKarim = { ...NOTE, username: karim.username, avatar: null, at: expect.any(String) }
    const first = await save(amina, karim)
    expect([first.status, first.body]).toEqual([200, { at: expect.any(String) }])
    await save(amina, nadia, { text: '', tags: [' big amounts '] })
    const ofNadia = { ...ofKarim, username: nadia.username, text: '', tags: ['big amounts'] }
    expect(await notesOf(amina)).toEqual([ofNadia, { ...ofKarim, at: first.body.at }])
    const changed = await save(amina, karim, { text: 'Slow of late.', tags: [] })
    expect(await notesOf(amina)).toEqual([
      { ...ofKarim, text: 'Slow of late.', tags: [], at: changed.body.at },
      ofNadia,
    ])
    expect((await remove(amina, karim)).body).toEqual({ deleted: true })
    expect((await remove(amina, karim)).body).toEqual({ deleted: false })
    expect(await notesOf(amina)).toEqual([ofNadia])
    expect(await violations(testApp().owner)).toEqual([])
  })

  test.each([
    [{ text: 'x'.repeat(NOTE_MAX + 1) }, 'text'],
    [{ text: ' \u200B\n', tags: [] }, 'text'],
    [{ tags: ['x'.repeat(NOTE_TAG_MAX + 1)] }, 'tags'],
    [{ tags: [' '] }, 'tags'],
    [{ tags: ['fast, quiet'] }, 'tags'],
    [{ tags: ['fast', 'Fast'] }, 'tags'],
    [{ tags: Array.from({ length: NOTE_TAGS_MAX + 1 }, (_, nr) => `tag ${nr}`) }, 'tags'],
  ])('is refused %j', async (changes, field) => {
    const [amina, karim] = await pair()
    const refused = await save(amina, karim, { ...NOTE, ...changes })
    expect([refused.status, refused.body.code, Object.keys(refused.body.fields)]).toEqual([
      400,
      'invalid_input',
      [field],
    ])
  })

  test('counts code points, up to the limits', async () => {
    const [amina, karim] = await pair()
    const longest = {
      text: '😀'.repeat(NOTE_MAX),
      tags: Array.from({ length: NOTE_TAGS_MAX }, (_, nr) => '😀'.repeat(NOTE_TAG_MAX - 1) + nr),
    }
    await save(amina, karim, longest)
    expect(await notesOf(amina)).toMatchObject([longest])
  })

  test('writes no note about an unknown or deleted trader, nor about the own account; a visitor writes none', async () => {
    const [amina, gone] = await pair()
    await gone.post('/api/account/delete', { username: gone.username })
    for (const [username, status, code] of [
      ['unknown_trader', 404, 'not_found'],
      [gone.username, 404, 'not_found'],
      [amina.username, 409, 'note_about_yourself'],
    ] as const) {
      const reply = await save(amina, { username })
      expect([username, reply.status, reply.body.code]).toEqual([username, status, code])
    }
    expect((await call(testApp().app, 'GET', '/api/trader-notes')).status).toBe(401)
    const body = { ...NOTE }
    expect((await call(testApp().app, 'POST', `/api/trader-notes/${amina.username}`, { body })).status).toBe(401)
  })

  test('leaves nothing of a note in the answers that are kept for repeated calls', async () => {
    const [amina, karim] = await pair()
    await save(amina, karim)
    const find = "select count(*)::int as kept from commands where answer::text like '%' || $1 || '%'"
    for (const part of [NOTE.text.split('\n')[0], ...NOTE.tags]) {
      expect((await testApp().owner.query(find, [part])).rows).toEqual([{ kept: 0 }])
    }
    expect((await testApp().owner.query(find, ['"at"'])).rows).not.toEqual([{ kept: 0 }])
  })

  test.each([LIMITS.trader_notes])(
    'has notes on up to %d traders, also where two are written at the same time; a change is no further one',
    async () => {
      const [amina, karim, nadia] = (await signUpMany(testApp().app, 3, 'trader')) as [Caller, Caller, Caller]
      await testApp().owner.query(
        `with others as (insert into users (username) select 'noted_' || n from generate_series(2, $2::int) n returning id, username),
         accounts as (insert into accounts (user_id, email) select id, username || '@example.net' from others)
       insert into trader_notes (writer_id, about_id, text, tags) select $1, id, 'A', '{}' from others`,
        [amina.id, LIMITS.trader_notes],
      )
      const replies = await Promise.all([karim, nadia].map((about) => save(amina, about)))
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({
        code: 'trader_notes_limit',
        values: { limit: LIMITS.trader_notes },
      })
      const notes = await notesOf(amina)
      expect(notes).toHaveLength(LIMITS.trader_notes)
      expect((await save(amina, notes[0]!, { text: 'B', tags: [] })).status).toBe(200)
    },
  )

  test('exports the notes with the account, the trader does not, and both deletions delete them', async () => {
    const [amina, karim, nadia] = (await signUpMany(testApp().app, 3, 'trader')) as [Caller, Caller, Caller]
    await save(amina, karim)
    await save(nadia, amina)
    const exported = async (user: Caller) => (await user.post('/api/account/export', {})).body
    expect((await exported(amina)).traderNotes).toEqual(await notesOf(amina))
    expect(JSON.stringify(await exported(karim))).not.toContain('Writes little.')
    await karim.post('/api/account/delete', { username: karim.username })
    expect(await notesOf(amina)).toEqual([])
    await amina.post('/api/account/delete', { username: amina.username })
    expect(await notesOf(nadia)).toEqual([])
    const { rows } = await testApp().owner.query(
      'select from trader_notes where $1 in (writer_id, about_id) or $2 in (writer_id, about_id)',
      [amina.id, karim.id],
    )
    expect(rows).toEqual([])
    expect(await violations(testApp().owner)).toEqual([])
  })
})

describe('only the writer reads a note', () => {
  const MARK = 'Owes me a coffee'

  test('in any answer: not the trader, not staff, not a visitor', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    await save(buyer, seller, { text: MARK, tags: ['coffee debt'] })
    const readers = [seller, await createStaffUser(testApp(), 'admin'), await createStaffUser(testApp(), 'arbiter')]
    const ids = { tradeId: trade.id, username: seller.username, userId: seller.id, offerId: trade.offerId }
    const reads = ANSWERING.filter(({ endpoint: { method, events } }) => method === 'GET' && !events)
    const answers = async (get: (url: string) => Promise<{ status: number; body: unknown }>) =>
      Promise.all(
        reads.map(async ({ name, endpoint }) => {
          const { status, body } = await get(addressOf(endpoint, ids))
          return { name, status, text: JSON.stringify(body ?? null) }
        }),
      )
    for (const get of [
      ...readers.map((reader) => (url: string) => reader.get(url)),
      (url: string) => call(testApp().app, 'GET', url),
    ]) {
      const all = await answers(get)
      expect(all.filter(({ text }) => /coffee/i.test(text)).map(({ name }) => name)).toEqual([])
      expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(10)
    }
    // The same reads by the writer have it in one place.
    const own = await answers((url) => buyer.get(url))
    expect(own.filter(({ text }) => text.includes(MARK)).map(({ name }) => name)).toEqual(['listTraderNotes'])
  })

  test('as a member who acts for the writer, whatever their roles: neither by the API, nor in the database', async () => {
    const { app } = testApp()
    const [owner, member, karim] = (await signUpMany(app, 3, 'trader')) as [Caller, Caller, Caller]
    await join(owner, member, ['chat', 'offers'])
    await save(owner, karim)
    await save(member, karim, { text: 'Of the member.', tags: [] })
    const acting = await actFor(member, owner)
    for (const refused of [
      await acting.get('/api/trader-notes'),
      await save(acting, karim),
      await remove(acting, karim),
    ])
      expect(refused.body.code).toBe('team_not_allowed')
    expect(await notesOf(owner)).toMatchObject([NOTE])
    expect(await rowsAs(owner.id, `${owner.id}/${member.id}`)).toEqual([])
    expect(await rowsAs(owner.id)).toHaveLength(1)
  })

  test('by a statement of the server for another viewer, or for the system', async () => {
    const [amina, karim] = await pair()
    await save(amina, karim)
    expect(await rowsAs(amina.id)).toEqual([{ text: NOTE.text }])
    for (const viewer of [karim.id, 'system', '']) expect([viewer, await rowsAs(viewer)]).toEqual([viewer, []])
  })

  /** The notes that the server's login sees, for this viewer. */
  async function rowsAs(viewer: string, acting = ''): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: testApp().database.appUrl })
    await client.connect()
    try {
      await client.query("select set_config('app.viewer', $1, false), set_config('app.acting', $2, false)", [
        viewer,
        acting,
      ])
      return (await client.query('select text from trader_notes')).rows
    } finally {
      await client.end()
    }
  }
})

test('a key reads notes with "read", and writes and deletes them with "offers"', async () => {
  const [amina, karim] = await pair()
  const { app } = testApp()
  const reading = apiClientWith(app, (await createApiKey(amina, ['read'])).key)
  const writing = apiClientWith(app, (await createApiKey(amina, ['offers'])).key)
  const path = `/api/trader-notes/${karim.username}`
  expect((await reading('POST', path, NOTE)).body.code).toBe('key_not_allowed')
  expect((await writing('POST', path, NOTE)).status).toBe(200)
  const read = await reading('GET', '/api/trader-notes')
  expect(read.body.notes).toMatchObject([NOTE])
  expect(read.headers['cache-control']).toBe('no-store')
  expect((await writing('DELETE', path)).body).toEqual({ deleted: true })
})

test('a note that is sent again with its key is saved once', async () => {
  const [amina, karim] = await pair()
  const key = crypto.randomUUID()
  const [first, again] = [await save(amina, karim, NOTE, key), await save(amina, karim, NOTE, key)]
  expect(again.body).toEqual(first.body)
})

describe('the database refuses', () => {
  const insert = (writer: string, about: string, { text = "'A'", tags = "'{}'" } = {}) =>
    `insert into trader_notes (writer_id, about_id, text, tags) select '${writer}', '${about}', ${text}, ${tags}`

  test.each([
    ['a note about its writer', 'trader_notes_not_about_oneself', (a: string) => insert(a, a)],
    [
      'a long text',
      'trader_notes_text',
      (a: string, b: string) => insert(a, b, { text: `repeat('x', ${NOTE_MAX + 1})` }),
    ],
    [
      'a text that is not trimmed',
      'trader_notes_text',
      (a: string, b: string) => insert(a, b, { text: String.raw`E'A\n'` }),
    ],
    ['an empty note', 'trader_notes_not_empty', (a: string, b: string) => insert(a, b, { text: "''" })],
    ['four tags', 'trader_notes_tags', (a: string, b: string) => insert(a, b, { tags: "'{a,b,c,d}'" })],
    [
      'a long tag',
      'trader_notes_tags',
      (a: string, b: string) => insert(a, b, { tags: `array[repeat('x', ${NOTE_TAG_MAX + 1})]` }),
    ],
    ['a tag that is not trimmed', 'trader_notes_tags', (a: string, b: string) => insert(a, b, { tags: "array['a ']" })],
    ['an empty tag', 'trader_notes_tags', (a: string, b: string) => insert(a, b, { tags: "array['']" })],
    ['no tag among tags', 'trader_notes_tags', (a: string, b: string) => insert(a, b, { tags: "array['a', null]" })],
    [
      'a tag of two lines',
      'trader_notes_tags',
      (a: string, b: string) => insert(a, b, { tags: String.raw`array[E'a\nb']` }),
    ],
    ['a tag twice', 'trader_notes_tags', (a: string, b: string) => insert(a, b, { tags: "array['fast', 'fast']" })],
    [
      'a note dated back',
      'trader_notes_now',
      (a: string, b: string) =>
        `insert into trader_notes values ('${a}', '${b}', 'A', '{}', clock_timestamp() - interval '1 hour')`,
    ],
    [
      'a note given to another writer',
      'trader_notes_frozen',
      (a: string, b: string) =>
        `${insert(a, b)}; update trader_notes set writer_id = about_id, about_id = writer_id where writer_id = '${a}'`,
    ],
    [
      'too many',
      'trader_notes_within_limit',
      (a: string) => `
        insert into users (username) select 'many_noted_' || n from generate_series(0, ${LIMITS.trader_notes}) n;
        insert into trader_notes (writer_id, about_id, text, tags)
          select '${a}', id, 'A', '{}' from users where username like 'many_noted_%'`,
    ],
    [
      'one by a member',
      'team_role_missing',
      (a: string, b: string) => `set local app.acting = '${a}/${b}'; ${insert(a, b)}`,
    ],
    [
      'a deletion by a member',
      'team_role_missing',
      (a: string, b: string) => `${insert(a, b)}; set local app.acting = '${a}/${b}'; delete from trader_notes`,
    ],
  ])('%s', async (_, refusedBy, statements) => {
    const [amina, karim] = [await signUp(testApp().app, 'amina'), await signUp(testApp().app, 'karim')]
    expect(await refusalOf(testApp().owner, statements(amina.id, karim.id))).toBe(refusedBy)
  })
})
