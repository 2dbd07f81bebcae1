/**
 * `npm run contracts -- differential`: random divisions by the contract, by domain/ and by the database's own functions, and settlements
 * whose payments are read from the balances afterwards.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import * as AbiFunction from 'ox/AbiFunction'
import pg from 'pg'
import { divideEscrow } from '../../domain/disputes/disputes.ts'
import { FEE_BPS } from '../../domain/escrow/check-terms.ts'
import { depositOf, divideReleased, payoutsOf } from '../../domain/escrow/division.ts'
import { settleCall } from '../../domain/escrow/hub-calls.ts'
import { pocketAddress, tradeIdOf, ZERO_ADDRESS } from '../../domain/escrow/terms.ts'
import type { Address, EscrowTerms } from '../../domain/escrow/terms.ts'
import { signAct, toSign } from '../../domain/escrow/typed-data.ts'
import { feeFor, settlement } from '../../domain/trades/quote.ts'
import { startLocalPostgres } from '../../server/db/local-postgres/start.ts'
import { migrate } from '../../server/db/migrate.ts'
import { amounts, validTerms } from './arbitrary-terms.ts'
import { balanceOf, giveTokens } from './balances.ts'
import { deployEscrow, readArtifact } from './deployed.ts'
import type { Deployed } from './deployed.ts'
import { keyOf } from './keys.ts'
import type { LocalChain } from './local-chain.ts'

const FEE_TO = keyOf('fees').address

type Division = Pick<EscrowTerms, 'amount' | 'feeOnTop' | 'unit'> & { released: bigint }
type Parts = { toBuyer: bigint; fee: bigint }

const divisions: fc.Arbitrary<Division> = fc
  .record({
    amount: amounts,
    feeOnTop: fc.boolean(),
    unit: fc.constantFrom(1n, 10n ** 12n),
    part: fc.oneof(fc.constantFrom(0n, 1_000_000n), fc.bigInt({ min: 0n, max: 1_000_000n })),
    off: fc.bigInt({ min: -1n, max: 1n }),
  })
  .map(({ part, off, ...terms }) => {
    const released = (terms.amount * part) / 1_000_000n + off
    return { ...terms, released: released < 0n ? 0n : released > terms.amount ? terms.amount : released }
  })

/** Each difference in a line. */
export async function compareDivisions(chain: LocalChain, count: number, seed = 36): Promise<string[]> {
  const cases = fc.sample(divisions, { numRuns: count, seed })
  const [contract, database] = await Promise.all([byContract(chain, cases), byDatabase(cases)])
  return cases.flatMap((one, index) => {
    const parts = [contract[index]!, database[index]!, byLedger(one), divideReleased(termsOf(one), one.released)]
    const texts = parts.map(({ toBuyer, fee }) => `${toBuyer} and ${fee}`)
    if (new Set(texts).size === 1) return []
    return [
      `${one.released} of ${one.amount}, fee ${one.feeOnTop ? 'on top' : 'inside'}: contract, database, ledger, escrow: ${texts.join('; ')}`,
    ]
  })
}

const MEMBERS = [keyOf('first arbiter').address, keyOf('second arbiter').address]

function termsOf({ amount, feeOnTop, unit }: Division) {
  return { amount, feeOnTop, unit, feeBps: FEE_BPS, feeTo: FEE_TO }
}

function byLedger({ amount, feeOnTop, released }: Division): Parts {
  const taker = feeOnTop ? 'seller' : 'buyer'
  const lockedMicro = settlement(amount, feeFor(amount), taker).sellerLocksMicro
  return divideEscrow({ usdtMicro: amount, lockedMicro, taker }, released)
}

async function byContract(chain: LocalChain, cases: readonly Division[]): Promise<Parts[]> {
  const { hub } = await deployEscrow(chain, MEMBERS, 2n)
  const { abi } = await readArtifact('EscrowHub')
  const divide = AbiFunction.fromAbi(abi as never, 'divide' as never) as AbiFunction.AbiFunction
  const others = { ref: `0x${'0'.repeat(64)}`, chainId: 0n, payBy: 0n, challenge: 0n, finalAt: 0n }
  const parties = { token: ZERO_ADDRESS, buyer: ZERO_ADDRESS, buyerTo: ZERO_ADDRESS, arbiter: ZERO_ADDRESS }
  const sellers = { seller: ZERO_ADDRESS, seller2: ZERO_ADDRESS, seller3: ZERO_ADDRESS, sellerTo: ZERO_ADDRESS }
  const calls = cases.map((one) => {
    const terms = { ...others, ...parties, ...sellers, ...termsOf(one) }
    const data = AbiFunction.encodeData(divide, [terms, one.released] as never)
    return { method: 'eth_call', params: [{ to: hub, data }, 'latest'] }
  })
  return (await chain.callAll(calls)).map((answer) => {
    if ('error' in answer) throw new Error(answer.error.message)
    const parts = AbiFunction.decodeResult(divide, answer.result as `0x${string}`) as unknown as [bigint, bigint]
    return { toBuyer: parts[0], fee: parts[1] }
  })
}

/** The functions themselves, over rows that are in no table. An offer to sell is taken by the buyer. */
async function byDatabase(cases: readonly Division[]): Promise<Parts[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-divisions-'))
  const postgres = await startLocalPostgres({ dataDir, settings: { fsync: 'off' } })
  const client = new pg.Client({ connectionString: postgres.connectionString })
  try {
    await migrate(postgres.ownerUrl)
    await client.connect()
    const rows = cases.map(({ feeOnTop, released }, at) => ({
      version: at,
      offer_type: feeOnTop ? 'buy' : 'sell',
      split_released_micro: String(released),
    }))
    const found = await client.query<{ to_buyer: string; fee: string }>(
      `select split_to_buyer_micro(t) as to_buyer, fee_on(t.split_released_micro) as fee
       from jsonb_populate_recordset(null::trades, $1) t order by t.version`,
      [JSON.stringify(rows)],
    )
    return found.rows.map(({ to_buyer, fee }) => ({ toBuyer: BigInt(to_buyer), fee: BigInt(fee) }))
  } finally {
    await client.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Settles trades whose pockets hold the deposit and some more or less, and compares who was paid what, to the base unit. */
export async function compareSettlements(chain: LocalChain, count: number, seed = 36): Promise<string[]> {
  const [buyer, seller] = [keyOf('buyer'), keyOf('seller')]
  const deployed = await deployEscrow(chain, MEMBERS, 2n)
  const ground = { chainId: chain.chainId, now: (await chain.latest()).now, tokens: tokensOf(deployed) }
  const trade = fc.record({
    terms: validTerms(ground),
    part: fc.bigInt({ min: 0n, max: 1_000_000n }),
    dust: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 0n, max: 10n ** 20n })),
    isWhole: fc.boolean(),
  })
  const differences: string[] = []
  for (const { terms: others, part, dust, isWhole } of fc.sample(trade, { numRuns: count, seed })) {
    const terms = { ...others, feeBps: FEE_BPS, buyer: buyer.address, seller: seller.address }
    const released = (terms.amount * part) / 1_000_000n
    const { toBuyer, fee } = divideReleased(terms, released)
    // A deposit that is short is enough where the parties agree on less.
    const balance = (isWhole ? depositOf(terms) : (toBuyer + fee) * terms.unit) + dust
    await giveTokens(chain, terms.token, pocketAddress(deployed.hub, tradeIdOf(terms)), balance)
    await chain.send(chain.accounts[0]!, deployed.hub, settleByParties(deployed, terms, released))
    const payees = [terms.buyerTo, terms.feeTo, terms.sellerTo]
    const paid = String(await Promise.all(payees.map((payee) => balanceOf(chain, terms.token, payee))))
    const expected = payoutsOf(terms, released, balance)!
    const due = String([expected.toBuyer, expected.fee, expected.toSeller])
    if (paid !== due) differences.push(`settlement of ${tradeIdOf(terms)}: paid ${paid}, due ${due}`)
  }
  return differences
}

function tokensOf({ tokens }: Deployed): { token: Address; unit: bigint }[] {
  return [
    { token: tokens.six, unit: 1n },
    { token: tokens.eighteen, unit: 10n ** 12n },
  ]
}

function settleByParties({ hub }: Deployed, terms: EscrowTerms, released: bigint): `0x${string}` {
  const vote = (by: 'buyer' | 'seller') => {
    const act = { type: 'Vote', role: by, released, validAfter: 0n, validUntil: terms.finalAt } as const
    return { by, act, signature: signAct(keyOf(by).privateKey, toSign(hub, terms, act)) }
  }
  return settleCall(terms, [vote('buyer'), vote('seller')])
}
