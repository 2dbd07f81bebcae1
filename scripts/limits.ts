/**
 * `npm run limits -- list`, `set starter final trade=2500 open=5000 day=10000`, `bond on`, `history`: how much the users of a tier may
 * trade, in the asset on sale, by how easily a payment is reversed, and whether buyers without a completed trade lock a bond. Only an
 * operator with access to the server's database sets it; the server may keep running, and each change is recorded. The settings are the server's.
 */
import { hostname, userInfo } from 'node:os'
import pg from 'pg'
import { formatUsdt, parseUsdt } from '../domain/money.ts'
import { AMOUNT_LIMIT_NAMES, PAYMENT_RISKS, TIERS, limitsProblem } from '../domain/accounts/tiers.ts'
import type { AmountLimitName, AmountLimits, PaymentRisk, Tier, TierLimits } from '../domain/accounts/tiers.ts'
import { BOND_LEAST_USDT, BOND_PERCENT } from '../domain/trades/bonds.ts'
import { reportRefusal } from '../server/start-refusal.ts'
import { Refused, withOwnerDatabase } from './owner-database.ts'

const USAGE = `npm run limits -- list
npm run limits -- set ${TIERS.join('|')} ${PAYMENT_RISKS.join('|')} trade=AMOUNT open=AMOUNT day=AMOUNT (one of the three or more)
npm run limits -- bond on|off
npm run limits -- history`

type Change = { tier: Tier; risk: PaymentRisk; amounts: Partial<AmountLimits> }

try {
  const work = read(process.argv.slice(2))
  await withOwnerDatabase(({ database }) => work(database))
} catch (error) {
  reportRefusal(error)
}

/** The action of the command line. */
function read([act, tier, risk, ...amounts]: string[]): (database: pg.Client) => Promise<void> {
  if (act === 'list' && tier === undefined) return list
  if (act === 'history' && tier === undefined) return history
  if (act === 'bond' && (tier === 'on' || tier === 'off') && risk === undefined) {
    return (database) => switchBond(database, tier === 'on')
  }
  const [knownTier, knownRisk] = [TIERS.find((each) => each === tier), PAYMENT_RISKS.find((each) => each === risk)]
  if (act !== 'set' || !knownTier || !knownRisk || amounts.length === 0) throw new Refused(USAGE)
  const change = { tier: knownTier, risk: knownRisk, amounts: Object.fromEntries(amounts.map(readAmount)) }
  return (database) => set(database, change)
}

function readAmount(text: string): [AmountLimitName, bigint] {
  const [name, amount, ...rest] = text.split('=')
  const known = AMOUNT_LIMIT_NAMES.find((each) => each === name)
  const micro = parseUsdt(amount ?? '')
  if (!known || micro === null || rest.length > 0) throw new Refused(`${text} is no limit.\n${USAGE}`)
  return [known, micro]
}

async function set(database: pg.Client, { tier, risk, amounts }: Change): Promise<void> {
  await database.query('begin')
  await database.query('lock table tier_limits in share row exclusive mode')
  const table = await readTable(database)
  const limits = { ...table[tier][risk], ...amounts }
  const problem = limitsProblem({ ...table, [tier]: { ...table[tier], [risk]: limits } })
  if (problem !== null) throw new Refused(problem)
  await nameOperator(database)
  await database.query(
    'update tier_limits set trade_micro = $3, open_micro = $4, day_micro = $5 where tier = $1 and risk = $2',
    [tier, risk, limits.trade, limits.open, limits.day],
  )
  await database.query('commit')
  console.log(line(tier, risk, limits))
}

async function switchBond(database: pg.Client, isOn: boolean): Promise<void> {
  await database.query('begin')
  await nameOperator(database)
  await database.query('insert into bond_switches (is_on) values ($1)', [isOn])
  await database.query('commit')
  console.log(bondLine(isOn))
}

/** Who changes a limit, for its record. */
async function nameOperator(database: pg.Client): Promise<void> {
  await database.query("select set_config('sarraf.operator', $1, true)", [`${userInfo().username}@${hostname()}`])
}

function bondLine(isOn: boolean): string {
  return `bond ${isOn ? `on: ${BOND_PERCENT}% of a trade, at least ${BOND_LEAST_USDT} USDT, of buyers without a completed trade who take more than they may without` : 'off'}`
}

async function list(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ isOn: boolean }>('select is_on as "isOn" from bond_now')
  const table = await readTable(database)
  for (const tier of TIERS) for (const risk of PAYMENT_RISKS) console.log(line(tier, risk, table[tier][risk]))
  console.log(bondLine(rows[0]!.isOn))
}

type HistoryRow = LimitRow & { at: Date; operator: string; formerTrade: string; formerOpen: string; formerDay: string }

async function history(database: pg.Client): Promise<void> {
  const { rows } = await database.query<HistoryRow>(
    `select at, operator, tier, risk, trade_micro as trade, open_micro as open, day_micro as day,
       former_trade_micro as "formerTrade", former_open_micro as "formerOpen", former_day_micro as "formerDay"
     from tier_limit_changes order by id`,
  )
  const bonds = await database.query<{ at: Date; operator: string; isOn: boolean }>(
    'select at, operator, is_on as "isOn" from bond_switches order by id',
  )
  if (rows.length + bonds.rows.length === 0) console.log('No limit was ever changed.')
  for (const { at, operator, tier, risk, formerTrade, formerOpen, formerDay, ...row } of rows) {
    const former = amountsOf({ trade: formerTrade, open: formerOpen, day: formerDay })
    console.log(`${at.toISOString()} ${operator}: ${line(tier, risk, amountsOf(row))}`)
    console.log(`  before: ${line(tier, risk, former)}`)
  }
  for (const { at, operator, isOn } of bonds.rows) console.log(`${at.toISOString()} ${operator}: ${bondLine(isOn)}`)
}

type LimitRow = { tier: Tier; risk: PaymentRisk; trade: string; open: string; day: string }

async function readTable(database: pg.Client): Promise<TierLimits> {
  const { rows } = await database.query<LimitRow>(
    'select tier, risk, trade_micro as trade, open_micro as open, day_micro as day from tier_limits',
  )
  const of = (tier: Tier, risk: PaymentRisk) => {
    const row = rows.find((each) => each.tier === tier && each.risk === risk)
    if (!row) throw new Refused('The database is outdated. Start the server first.')
    return amountsOf(row)
  }
  const ofTier = (tier: Tier) => ({
    final: of(tier, 'final'),
    reversible: of(tier, 'reversible'),
    in_person: of(tier, 'in_person'),
  })
  return {
    starter: ofTier('starter'),
    rehearsed: ofTier('rehearsed'),
    established: ofTier('established'),
    experienced: ofTier('experienced'),
  }
}

function amountsOf({ trade, open, day }: Pick<LimitRow, AmountLimitName>): AmountLimits {
  return { trade: BigInt(trade), open: BigInt(open), day: BigInt(day) }
}

function line(tier: Tier, risk: PaymentRisk, limits: AmountLimits): string {
  const amounts = AMOUNT_LIMIT_NAMES.map((name) => `${name}=${formatUsdt(limits[name])}`)
  return `${tier.padEnd(11)} ${risk.padEnd(10)} ${amounts.join(' ')}`
}
