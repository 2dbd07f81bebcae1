/**
 * No order of trades among colluding accounts raises a record above the rule (docs/decisions.md, Trades): within 30 days a trader's
 * trades count once for each partner, no two of these partners share a browser or were paid on one payment account, and none of
 * them shares a browser, a network or a payment account with the trader.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '../../domain/limits.ts'
import { seal } from '../db/encryption/envelope.ts'
import { paymentAccountPlace } from '../db/encryption/sealed-columns.ts'
import { DETAILS } from '../testing/accounts/payment-accounts.ts'
import { asOutsider, ageTrade } from '../testing/time-travel.ts'
import { useTestApp } from '../testing/suite.ts'
import { move, openTradeBetween, postOffer, signUpMany } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'

const ACCOUNTS = 5
const WINDOW_MINUTES = LIMITS.pair_counts_days * 24 * 60 + 60

const testApp = useTestApp()

type Kind = 'browser' | 'network' | 'payment account'
type Link = { kind: Kind; members: number[] }
type Step = 'wait' | { buyer: number; seller: number; account: number }

const ALL = [...Array(ACCOUNTS).keys()]
const kind = fc.constantFrom<Kind>('browser', 'network', 'payment account')
/** A few share something, or all form one clique, or a ring in which each shares something with the next. */
const links: fc.Arbitrary<Link[]> = fc.oneof(
  fc.array(fc.record({ kind, members: fc.subarray(ALL, { minLength: 2, maxLength: 3 }) }), { maxLength: 3 }),
  kind.map((kind) => [{ kind, members: ALL }]),
  fc
    .array(kind, { minLength: ACCOUNTS, maxLength: ACCOUNTS })
    .map((kinds) => kinds.map((kind, at) => ({ kind, members: [at, (at + 1) % ACCOUNTS] }))),
)
const trade = fc.record({ buyer: fc.nat(ACCOUNTS - 1), seller: fc.nat(ACCOUNTS - 1), account: fc.nat(9) })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof({ weight: 12, arbitrary: trade }, { weight: 1, arbitrary: fc.constant('wait' as const) }),
  { minLength: 4, maxLength: 11 },
)

test('no order of trades among colluding accounts raises a record above one trade for each unconnected partner', async () => {
  await fc.assert(
    fc.asyncProperty(links, steps, async (links, steps) => {
      const users = await signUpMany(testApp().app, ACCOUNTS, 'colluder')
      const accounts = await connect(users, links)
      const model = createModel(links)
      const present: string[] = []
      for (const step of steps) {
        if (step === 'wait') {
          for (const id of present) await ageTrade(testApp().owner, id, WINDOW_MINUTES)
          await testApp().owner.query('select erase_payment_details(10000), erase_payer_names(10000)')
          model.wait()
          continue
        }
        const { buyer, seller } = step
        if (buyer === seller) continue
        const account = accounts[seller]![step.account % accounts[seller]!.length]!
        present.push(await complete(users[buyer]!, users[seller]!, account.id))
        model.complete(buyer, seller, account.name)
      }
      for (const [at, user] of users.entries()) {
        const { reputation } = (await user.get(`/api/traders/${user.username}`)).body
        expect([at, reputation.completedTrades]).toEqual([at, model.counted[at]])
        expect(reputation.partners).toBe(model.partners[at]!.size)
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)

type Account = { id: string; name: string }

/** Lets the members of each link share what it names; returns the payment accounts of each user. */
async function connect(users: Caller[], links: Link[]): Promise<Account[][]> {
  const accounts: Account[][] = []
  const statements: string[] = []
  for (const [at, { id: userId }] of users.entries()) {
    const own: Account[] = [{ id: crypto.randomUUID(), name: `own of ${at}` }]
    for (const [nr, { kind, members }] of links.entries()) {
      if (!members.includes(at)) continue
      const hash = hashOf(`${users[0]!.id} ${nr}`)
      if (kind === 'payment account') own.push({ id: crypto.randomUUID(), name: `shared ${nr}` })
      else if (kind === 'browser') statements.push(`insert into devices (user_id, hash) values ('${userId}', ${hash})`)
      else statements.push(`insert into user_networks (user_id, hash) values ('${userId}', ${hash})`)
    }
    for (const { id, name } of own) {
      const fingerprint = hashOf(`${users[0]!.id} ${name.replace('shared ', '')}`)
      statements.push(`insert into payment_accounts (id, user_id, payment_method, sealed, fingerprint, is_default)
        select '${id}', '${userId}', 'sepa_instant', decode('${sealed(id)}', 'hex'), ${fingerprint},
          not exists (select from payment_accounts where user_id = '${userId}')`)
    }
    accounts.push(own)
  }
  await asOutsider(testApp().owner, statements)
  return accounts
}

function sealed(id: string): string {
  const details = Buffer.from(JSON.stringify(DETAILS.sepa_instant))
  return seal(testApp().context.keyring, paymentAccountPlace(id, 1), details).toString('hex')
}

function hashOf(text: string): string {
  return `left(md5('${text}') || md5('${text} again'), 43)`
}

async function complete(buyer: Caller, seller: Caller, paymentAccountId: string): Promise<string> {
  const offer = await postOffer(seller, { paymentAccountIds: [paymentAccountId] })
  const { id } = await openTradeBetween(buyer, offer.id, '20')
  await move(buyer, { id }, 'mark-paid', 'awaiting_payment')
  expect((await move(seller, { id }, 'confirm-receipt', 'payment_sent')).body.status).toBe('completed')
  await seller.delete(`/api/offers/${offer.id}`)
  return id
}

/** The rule in plain code. */
function createModel(links: Link[]) {
  const counted = ALL.map(() => 0)
  const partners = ALL.map(() => new Set<number>())
  let lately = ALL.map(() => new Set<number>())
  let paidOn = ALL.map(() => new Set<string>())
  const share = (a: number, b: number, of: (kind: Kind) => boolean) =>
    links.some(({ kind, members }) => of(kind) && members.includes(a) && members.includes(b))
  const isOne = (a: number, b: number) =>
    a === b || share(a, b, (kind) => kind === 'browser') || [...paidOn[a]!].some((name) => paidOn[b]!.has(name))
  return {
    counted,
    partners,
    wait() {
      lately = ALL.map(() => new Set())
      paidOn = ALL.map(() => new Set())
    },
    complete(buyer: number, seller: number, account: string) {
      paidOn[seller]!.add(account)
      if (share(buyer, seller, () => true)) return
      const sides = [
        [buyer, seller],
        [seller, buyer],
      ] as const
      if (sides.some(([user, partner]) => [...lately[user]!].some((earlier) => isOne(earlier, partner)))) return
      for (const [user, partner] of sides) {
        counted[user]!++
        lately[user]!.add(partner)
        partners[user]!.add(partner)
        // The rule: the partners of one month are distinct and unconnected when the last of them was counted.
        expect([...lately[user]!].filter((other) => other !== partner && isOne(other, partner))).toEqual([])
      }
    },
  }
}
