/** The rehearsal over HTTP: the server decides each step, and passing all four raises the first tier. */
import { describe, expect, test } from 'vitest'
import { REHEARSAL_RULES, REHEARSAL_SCENARIOS, rehearsalMovesOf } from '../../../domain/trades/rehearsals.ts'
import type { RehearsalMove, RehearsalScenario } from '../../../domain/trades/rehearsals.ts'
import { refusalOf } from '../../testing/attacks/attack.ts'
import { call } from '../../testing/app.ts'
import { signUp } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

/** The right moves of each scenario. */
const RIGHT: Record<RehearsalScenario, RehearsalMove[]> = {
  fake_receipt: ['check_account', 'wait', 'open_dispute'],
  other_payer: ['check_account', 'open_dispute'],
  overpayment: ['check_account', 'open_dispute'],
  false_support: ['report_message', 'check_account', 'open_dispute'],
}

const start = async (user: Caller, scenario: RehearsalScenario) =>
  (await user.post('/api/rehearsals', { scenario })).body
const act = (user: Caller, { id, step }: { id: string; step: string }, move: string) =>
  user.post(`/api/rehearsals/${id}/moves`, { move, seenStep: step })

async function play(user: Caller, scenario: RehearsalScenario, moves: RehearsalMove[]) {
  let at = await start(user, scenario)
  for (const move of moves) at = (await act(user, at, move)).body
  return at
}

test('all four scenarios, passed, raise the first tier; three do not', async () => {
  const user = await signUp(testApp().app)
  for (const scenario of REHEARSAL_SCENARIOS) {
    expect((await user.get('/api/limits')).body).toMatchObject({ tier: 'starter', hasRehearsed: false })
    expect(await play(user, scenario, RIGHT[scenario])).toMatchObject({ step: 'passed', moves: [] })
  }
  expect((await user.get('/api/limits')).body).toMatchObject({ tier: 'rehearsed', hasRehearsed: true })
  const { hasRehearsed, scenarios } = (await user.get('/api/rehearsals')).body
  expect(hasRehearsed).toBe(true)
  expect(scenarios.every(({ isPassed }: { isPassed: boolean }) => isPassed)).toBe(true)
})

test('no trade, no ledger row, no event and no counter come of it', async () => {
  const { app, owner } = testApp()
  const user = await signUp(app)
  const rows = async () => {
    const { rows: found } = await owner.query(
      `select (select count(*) from trades)::int as trades, (select count(*) from transfers)::int as transfers,
         (select count(*) from user_events where user_id = $1)::int as events,
         (select completed_trades + partners from users where id = $1) as counted`,
      [user.id],
    )
    return found
  }
  const before = await rows()
  for (const scenario of REHEARSAL_SCENARIOS) await play(user, scenario, RIGHT[scenario])
  expect(await rows()).toEqual(before)
})

describe('a wrong move', () => {
  const wrong = REHEARSAL_RULES.filter(({ from, to }) => from === 'claim' && to === 'lost')

  test.each(wrong.map(({ scenario, move }) => [scenario, move] as const))(
    'in %s, %s ends the scenario, which can be repeated and passed',
    async (scenario, move) => {
      const user = await signUp(testApp().app)
      const lost = await play(user, scenario, [move])
      expect(lost).toMatchObject({ step: 'lost', lastMove: move, moves: [] })
      expect((await act(user, lost, 'open_dispute')).body.code).toBe('rehearsal_moved_on')
      const again = await play(user, scenario, RIGHT[scenario])
      expect(again.step).toBe('passed')
      expect(again.id).not.toBe(lost.id)
    },
  )

  test('after a pass takes nothing away', async () => {
    const user = await signUp(testApp().app)
    await play(user, 'fake_receipt', RIGHT.fake_receipt)
    await play(user, 'fake_receipt', ['confirm_receipt'])
    expect((await user.get('/api/rehearsals')).body.scenarios[0]).toMatchObject({
      isPassed: true,
      latest: { step: 'lost' },
    })
  })
})

describe('the server decides', () => {
  test.each(['passed', 'lost', 'confirm', ''])('a client cannot send the move %j', async (move) => {
    const user = await signUp(testApp().app)
    expect((await act(user, await start(user, 'overpayment'), move)).body.code).toBe('invalid_input')
  })

  test('a move that the step does not have, or from another step than the present one, moves nothing', async () => {
    const user = await signUp(testApp().app)
    const at = await start(user, 'fake_receipt')
    const refused = { status: 409, body: { code: 'rehearsal_moved_on', details: { step: 'claim' } } }
    expect(await act(user, at, 'open_dispute')).toMatchObject(refused)
    expect(await act(user, { ...at, step: 'account' }, 'open_dispute')).toMatchObject(refused)
    const extra = { move: 'check_account', seenStep: 'claim', step: 'passed' }
    expect((await user.post(`/api/rehearsals/${at.id}/moves`, extra)).body.code).toBe('invalid_input')
    expect((await user.get('/api/rehearsals')).body.scenarios[0]).toMatchObject({
      isPassed: false,
      latest: { step: 'claim' },
    })
  })

  test('another user’s rehearsal is not found, a visitor signs in', async () => {
    const { app } = testApp()
    const [user, stranger] = [await signUp(app), await signUp(app)]
    const at = await start(user, 'fake_receipt')
    expect((await act(stranger, at, 'check_account')).body.code).toBe('not_found')
    expect((await call(app, 'GET', '/api/rehearsals')).body.code).toBe('signed_out')
    expect((await stranger.get('/api/rehearsals')).body.scenarios[0].latest).toBeNull()
  })

  test('two presses at the same moment make one move', async () => {
    const user = await signUp(testApp().app)
    const at = await start(user, 'fake_receipt')
    const replies = await Promise.all(['check_account', 'confirm_receipt'].map((move) => act(user, at, move)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('two scenarios passed at the same moment count together', async () => {
    const user = await signUp(testApp().app)
    for (const scenario of ['fake_receipt', 'other_payer'] as const) await play(user, scenario, RIGHT[scenario])
    await Promise.all([play(user, 'overpayment', RIGHT.overpayment), play(user, 'false_support', RIGHT.false_support)])
    expect((await user.get('/api/limits')).body.tier).toBe('rehearsed')
  })
})

test('an attempt is resumed where it was left, or abandoned and begun again', async () => {
  const user = await signUp(testApp().app)
  const first = await start(user, 'false_support')
  const moved = (await act(user, first, 'report_message')).body
  expect(await start(user, 'false_support')).toEqual(moved)
  expect(moved).toMatchObject({ step: 'pressure', steps: ['claim', 'pressure'], lastMove: 'report_message' })
  const left = (await act(user, moved, 'abandon')).body
  expect(left).toMatchObject({ step: 'abandoned', moves: [] })
  expect(await start(user, 'false_support')).toMatchObject({ step: 'claim', steps: ['claim'], lastMove: null })
  const { rows } = await testApp().owner.query('select count(*)::int as n from rehearsals where user_id = $1', [
    user.id,
  ])
  expect(rows).toEqual([{ n: 1 }])
})

test('starting twice at the same moment begins one attempt', async () => {
  const user = await signUp(testApp().app)
  const replies = await Promise.all([1, 2, 3].map(() => user.post('/api/rehearsals', { scenario: 'overpayment' })))
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
})

describe('by SQL', () => {
  const asServer = (statements: string) => `set local role sarraf_app; set local app.viewer = 'system'; ${statements}`

  test.each([
    [
      'a step that no rule leads to',
      'rehearsals_by_rule',
      `update rehearsals set step = 'passed', moves = moves || 'open_dispute'::text where user_id = $user`,
    ],
    ['a step without a move', 'rehearsals_by_rule', `update rehearsals set step = 'account' where user_id = $user`],
    [
      'two moves at a time',
      'rehearsals_by_rule',
      `update rehearsals set step = 'passed', moves = '{check_account,open_dispute}' where user_id = $user`,
    ],
    [
      'another step at first',
      '42501',
      `insert into rehearsals (user_id, scenario, step) values ('$user', 'overpayment', 'account')`,
    ],
    ['a pass', '42501', `insert into rehearsal_passes (user_id, scenario) values ('$user', 'overpayment')`],
    ['the fact', '42501', `update accounts set rehearsed_at = clock_timestamp() where user_id = '$user'`],
    ['a rule', '42501', `insert into rehearsal_rules values ('overpayment', 'claim', 'wait', 'passed')`],
  ])('the server cannot write %s', async (_, rule, statement) => {
    const user = await signUp(testApp().app)
    await start(user, 'fake_receipt')
    const written = statement.replace('= $user', `= '${user.id}'`).replace("'$user'", `'${user.id}'`)
    expect(await refusalOf(testApp().owner, asServer(written))).toBe(rule)
  })

  test('the owner of the database cannot begin at the end, nor insert a pass', async () => {
    const { app, owner } = testApp()
    const { id } = await signUp(app)
    const begun = `insert into rehearsals (user_id, scenario, step) values ('${id}', 'overpayment', 'passed')`
    expect(await refusalOf(owner, begun)).toBe('rehearsals_begin')
    const passed = `insert into rehearsal_passes (user_id, scenario) values ('${id}', 'overpayment')`
    expect(await refusalOf(owner, passed)).toBe('rehearsal_passes_only_by_triggers')
  })
})

test('every step of every scenario has a way to pass and a way to lose', () => {
  for (const { scenario, from } of REHEARSAL_RULES) {
    expect(rehearsalMovesOf(scenario, from)).toContain('abandon')
    expect(REHEARSAL_RULES.some((rule) => rule.scenario === scenario && rule.from === from && rule.to === 'lost')).toBe(
      true,
    )
  }
})
