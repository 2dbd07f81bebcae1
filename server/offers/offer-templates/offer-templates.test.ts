/** Templates of offers: the form's content under a name (decisions: Offers). */
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../domain/limits.ts'
import { TEMPLATE_NAME_MAX, readTemplate } from '../../../domain/offers/offer-templates.ts'
import { refusalOf } from '../../testing/attacks/attack.ts'
import { actFor, join } from '../../testing/accounts/teams.ts'
import { OFFER, signUp } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()
const TEMPLATE = { name: 'SEPA, small amounts', content: { ...OFFER, availableUsdt: '500' } }

const listOf = async (user: Caller) => (await user.get('/api/offer-templates')).body.templates

test('are saved, listed by name, renamed and deleted by their user only', async () => {
  const [amina, karim] = [await signUp(testApp().app, 'amina'), await signUp(testApp().app, 'karim')]
  const saved = await amina.post('/api/offer-templates', TEMPLATE)
  expect([saved.status, saved.body]).toEqual([201, { ...TEMPLATE, id: saved.body.id }])
  await amina.post('/api/offer-templates', { ...TEMPLATE, name: 'an older one' })
  expect((await listOf(amina)).map(({ name }: { name: string }) => name)).toEqual(['an older one', TEMPLATE.name])
  expect(await listOf(karim)).toEqual([])
  const path = `/api/offer-templates/${saved.body.id}`
  for (const refused of [await karim.post(path, { name: 'Mine' }), await karim.delete(path)])
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
  expect((await amina.post(path, { name: ' Large\u202E ' })).body).toEqual({ ...saved.body, name: 'Large' })
  expect((await amina.delete(path)).status).toBe(200)
  expect(await listOf(amina)).toHaveLength(1)
})

test('hold what was typed, also where no offer could be posted with it, and reserve nothing', async () => {
  const amina = await signUp(testApp().app, 'amina')
  const content = { ...readTemplate({}), minAmount: '1000', maxAmount: '10', availableUsdt: '1000000', hoursOnly: true }
  const { body } = await amina.post('/api/offer-templates', { name: 'Draft', content })
  expect(body.content).toEqual(content)
  expect((await amina.get('/api/my-offers')).body.offers).toEqual([])
  const posted = await amina.post('/api/offers', body.content)
  expect(Object.keys(posted.body.fields).toSorted()).toEqual(['maxAmount', 'terms'])
})

test.each([
  [{ name: ' \u200B ' }, 'name'],
  [{ name: 'x'.repeat(TEMPLATE_NAME_MAX + 1) }, 'name'],
  [{ content: { ...TEMPLATE.content, paymentAccountIds: [crypto.randomUUID()] } }, 'content.paymentAccountIds'],
  [{ content: { ...TEMPLATE.content, terms: 'x'.repeat(2000) } }, 'content.terms'],
  [{ content: { ...TEMPLATE.content, paymentMethod: 'cheque' } }, 'content.paymentMethod'],
])('%j is refused', async (changes, field) => {
  const amina = await signUp(testApp().app, 'amina')
  const reply = await amina.post('/api/offer-templates', { ...TEMPLATE, ...changes })
  expect([reply.status, reply.body.code, Object.keys(reply.body.fields)]).toEqual([400, 'invalid_input', [field]])
})

test('one more than the limit is refused, also where two are saved at the same time', async () => {
  const amina = await signUp(testApp().app, 'amina')
  for (let nr = 1; nr < LIMITS.offer_templates; nr++) await amina.post('/api/offer-templates', TEMPLATE)
  const replies = await Promise.all([1, 2].map(() => amina.post('/api/offer-templates', TEMPLATE)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(replies.find(({ status }) => status === 409)!.body.code).toBe('offer_templates_limit')
})

test('a member who manages offers saves and deletes them, on record', async () => {
  const { app } = testApp()
  const [owner, member] = [await signUp(app, 'owner'), await signUp(app, 'member')]
  await join(owner, member, ['offers'])
  const acting = await actFor(member, owner)
  const { body } = await acting.post('/api/offer-templates', TEMPLATE)
  expect(await listOf(owner)).toEqual([body])
  expect((await acting.delete(`/api/offer-templates/${body.id}`)).status).toBe(200)
  const { acts } = (await owner.get('/api/team/acts')).body
  expect(acts.map(({ kind }: { kind: string }) => kind)).toEqual(['offer_template_deleted', 'offer_template_saved'])
})

test('a first message in one needs the role chat too', async () => {
  const { app } = testApp()
  const [owner, member] = [await signUp(app, 'owner'), await signUp(app, 'member')]
  await join(owner, member, ['offers'])
  const acting = await actFor(member, owner)
  const greeting = { ...TEMPLATE, content: { ...TEMPLATE.content, firstMessage: 'Hello' } }
  const refused = await acting.post('/api/offer-templates', greeting)
  expect([refused.status, refused.body.code]).toEqual([403, 'team_not_allowed'])
  // The owner's own first message stays where the member renames the template.
  const { body } = await owner.post('/api/offer-templates', greeting)
  expect((await acting.post(`/api/offer-templates/${body.id}`, { name: 'Renamed' })).status).toBe(200)
})

describe('the database refuses', () => {
  const insert = (user: Caller, name = "'A'", content = "'{}'") =>
    `insert into offer_templates (user_id, name, content) select '${user.id}', ${name}, ${content}`

  test.each([
    ['a blank name', 'offer_templates_name', (u: Caller) => insert(u, "' '")],
    ['a list', 'offer_templates_content', (u: Caller) => insert(u, "'A'", "'[]'")],
    [
      'a large one',
      'offer_templates_content',
      (u: Caller) => insert(u, "'A'", "jsonb_build_object('a', repeat('x', 8000))"),
    ],
    [
      'too many',
      'offer_templates_within_limit',
      (u: Caller) => `${insert(u)} from generate_series(1, ${LIMITS.offer_templates + 1})`,
    ],
    [
      'one that changes its user',
      'offer_templates_frozen',
      (u: Caller) =>
        `${insert(u)}; update offer_templates set user_id = (select id from users where id <> user_id limit 1)`,
    ],
    [
      'one by a stranger who acts',
      'team_role_missing',
      (u: Caller) => `set local app.acting = '${u.id}/${u.id}'; ${insert(u)}`,
    ],
  ])('%s', async (_, refusedBy, statements) => {
    const amina = await signUp(testApp().app, 'amina')
    expect(await refusalOf(testApp().owner, statements(amina))).toBe(refusedBy)
  })
})
