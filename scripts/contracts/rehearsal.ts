/** What can become of a trade whose escrow is a contract, step by step on a local chain: `npm run escrow:rehearse` prints it, `npm test` checks it. */
import { inspect, isDeepStrictEqual } from 'node:util'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { payoutsOf } from '../../domain/escrow/division.ts'
import { unsignedCall, requestRefundCall } from '../../domain/escrow/hub-calls.ts'
import type { Signed } from '../../domain/escrow/hub-calls.ts'
import type { EscrowTerms } from '../../domain/escrow/terms.ts'
import { MAX_ARBITER_VOTE } from '../../domain/escrow/typed-data.ts'
import type { EscrowAct, Voter } from '../../domain/escrow/typed-data.ts'
import { formatUsdt } from '../../domain/money.ts'
import { giveTokens } from './balances.ts'
import type { Deployed } from './deployed.ts'
import type { LocalChain } from './local-chain.ts'
import { ARBITERS, DAY, HOUR, openTrade, PAYEES, transferCall, wholeDeposit } from './rehearsed-trade.ts'
import type { Rehearsed } from './rehearsed-trade.ts'

export type Stage = { chain: LocalChain; deployed: Deployed; print: (line: string) => void }
export type Story = { name: string; run: (stage: Stage) => Promise<Rehearsed> }

const AMOUNT = 100_000_000n
const NOTHING = 0n

/** Throws where a step does not end as it is told. */
export const STORIES: readonly Story[] = [
  { name: 'a release: both parties vote for the whole amount', run: release },
  { name: 'a dispute: the tribunal and the buyer vote for a split', run: split },
  { name: 'a buyer who never pays: the seller gets the deposit back by time', run: timeout },
  { name: 'a payment that was claimed: no refund by time until the last deadline', run: claim },
  { name: 'a trade that is left open, for its recovery file', run: leftOpen },
]

async function release(stage: Stage): Promise<Rehearsed> {
  const trade = await begin(stage, 'release', { feeOnTop: false })
  const { print } = stage
  signBeforeDeposit(stage, trade)
  await deposit(stage, trade)
  trade.sign('buyer', vote(trade, 'buyer', AMOUNT))
  print('The buyer agrees to be paid and sees the payment details. The buyer sends the fiat outside of the chain.')
  trade.sign('buyer', { type: 'PaidClaim', validUntil: trade.terms.finalAt })
  print('The buyer signs that the fiat was sent. The signature is kept, and sent only if the seller asks for a refund.')
  trade.sign('seller', vote(trade, 'seller', AMOUNT))
  print('The seller finds the money in the bank and signs the same number: 100 of 100 USDT.')
  print('Anyone may send the two votes.')
  await settleWith(stage, trade, 'settle', AMOUNT)
  await transferTo(stage, trade, 7_000_000n)
  print('7 USDT arrive late. They belong to the seller, and anyone may send them there.')
  print(`Swept for ${count((await trade.send('sweep')).gas)} gas.`)
  await showBalances(stage, trade)
  return trade
}

async function split(stage: Stage): Promise<Rehearsed> {
  const { deployed, print } = stage
  const eighteen = { token: deployed.tokens.eighteen, unit: 10n ** 12n }
  const trade = await begin(stage, 'split', { feeOnTop: true, ...eighteen })
  signBeforeDeposit(stage, trade)
  await deposit(stage, trade)
  const decided = 40_000_000n
  const { now } = await stage.chain.latest()
  const times = { validAfter: now, validUntil: now + MAX_ARBITER_VOTE }
  trade.signAsTribunal({ ...vote(trade, 'arbiter', decided), ...times }, ARBITERS.slice(0, 2))
  print('The parties disagree. Two of three arbiters sign the vote itself, for 48 hours: 40 of 100 USDT to the buyer.')
  print('That is one role of three, and moves nothing: the tribunal cannot pay without a party.')
  trade.sign('buyer', vote(trade, 'buyer', decided))
  print('The buyer accepts the decision by signing the same number.')
  await settleWith(stage, trade, 'settle', decided)
  return trade
}

async function timeout(stage: Stage): Promise<Rehearsed> {
  const { chain, print } = stage
  const trade = await begin(stage, 'timeout', { feeOnTop: false })
  signBeforeDeposit(stage, trade)
  await deposit(stage, trade)
  const request = trade.signatures.find(({ act }) => act.type === 'RefundRequest') as Signed<'RefundRequest'>
  const early = await trade.refusalOf(requestRefundCall(trade.terms, request))
  print(`The seller cannot ask for a refund while the buyer has time to pay (${early}).`)
  await chain.pass(31n * 60n)
  print('31 minutes pass. The buyer has not paid.')
  print(
    `The seller's request is sent for ${count((await trade.send('requestRefund')).gas)} gas. The buyer has an hour to answer.`,
  )
  const waiting = await trade.refusalOf(unsignedCall('executeRefund', trade.terms))
  print(`Within that hour it cannot be carried out (${waiting}).`)
  await chain.pass(HOUR)
  print('The hour passes without an answer. Anyone may carry it out now.')
  await settleWith(stage, trade, 'executeRefund', NOTHING)
  return trade
}

async function claim(stage: Stage): Promise<Rehearsed> {
  const { chain, print } = stage
  const trade = await begin(stage, 'claim', { feeOnTop: false })
  signBeforeDeposit(stage, trade)
  trade.sign('buyer', { type: 'PaidClaim', validUntil: trade.terms.finalAt })
  await deposit(stage, trade)
  await chain.pass(31n * 60n)
  print(`31 minutes pass. The seller's request is sent for ${count((await trade.send('requestRefund')).gas)} gas.`)
  print(
    `The buyer has paid: the claim that was signed before answers it for ${count((await trade.send('claimPaid')).gas)} gas.`,
  )
  await chain.pass(2n * HOUR)
  const refused = await trade.refusalOf(unsignedCall('executeRefund', trade.terms))
  print(`Two hours later there is no refund by time (${refused}). Only two votes move the deposit now.`)
  const early = await trade.refusalOf(unsignedCall('expire', trade.terms))
  await chain.pass(60n * DAY)
  print(`Neither the seller nor the arbiters vote. Before the last deadline no call ends the trade (${early}).`)
  print(
    '60 days later anyone may return the deposit to the seller. A limit to know: the last deadline favours the seller.',
  )
  await settleWith(stage, trade, 'expire', NOTHING)
  return trade
}

/** Exported for the story that settles it by its recovery file. */
export async function leftOpen(stage: Stage): Promise<Rehearsed> {
  const trade = await begin(stage, 'left open', { feeOnTop: false })
  signBeforeDeposit(stage, trade)
  await deposit(stage, trade)
  trade.sign('buyer', vote(trade, 'buyer', AMOUNT))
  trade.sign('buyer', { type: 'PaidClaim', validUntil: trade.terms.finalAt })
  trade.sign('seller', vote(trade, 'seller', AMOUNT))
  stage.print('Both parties have voted for a release, and then the platform disappears. Its file is enough to settle:')
  return trade
}

type Kind = Pick<EscrowTerms, 'feeOnTop'> & Partial<Pick<EscrowTerms, 'token' | 'unit'>>

async function begin({ chain, deployed, print }: Stage, name: string, kind: Kind): Promise<Rehearsed> {
  const ref = Hash.keccak256(Hex.fromString(name))
  const trade = await openTrade(chain, deployed, { token: deployed.tokens.six, unit: 1n, amount: AMOUNT, ref, ...kind })
  const { terms, pocket } = trade
  await giveTokens(chain, terms.token, terms.sellerTo, 1_000_000_000n * terms.unit)
  const side = terms.feeOnTop ? 'the seller, on top' : 'the buyer, from what the buyer receives'
  print(
    `Terms: 100 USDT, fee 0.5 % paid by ${side}; pay within 30 minutes; challenge 1 hour; last deadline in 60 days.`,
  )
  print(`The terms lead to one address, which has no code yet: ${pocket}`)
  return trade
}

/** Both are of use to the seller alone, and are signed while nothing is at stake. */
function signBeforeDeposit({ print }: Stage, trade: Rehearsed): void {
  trade.sign('seller', vote(trade, 'seller', NOTHING))
  trade.sign('seller', { type: 'RefundRequest', validUntil: trade.terms.finalAt })
  print(
    'Before the deposit the seller signs: a vote for a refund, and a refund request for the case that the buyer does not pay.',
  )
}

async function deposit(stage: Stage, trade: Rehearsed): Promise<void> {
  const { unit } = trade.terms
  const gas = await trade.deposit(wholeDeposit(trade))
  const amount = formatUsdt(wholeDeposit(trade) / unit)
  stage.print(`The seller deposits ${amount} USDT by a plain transfer, for ${count(gas)} gas that the seller pays.`)
  await showBalances(stage, trade)
}

async function transferTo({ chain }: Stage, { terms, pocket }: Rehearsed, amount: bigint): Promise<void> {
  await chain.send(chain.accounts[PAYEES.seller]!, terms.token, transferCall(pocket, amount * terms.unit))
}

function vote({ terms }: Rehearsed, role: Voter, released: bigint): EscrowAct & { type: 'Vote' } {
  return { type: 'Vote', role, released, validAfter: 0n, validUntil: terms.finalAt }
}

/** The pocket is empty, and each was paid what domain/escrow says, to the base unit. */
async function settleWith(
  stage: Stage,
  trade: Rehearsed,
  move: 'settle' | 'executeRefund' | 'expire',
  released: bigint,
): Promise<void> {
  const { gas, moved } = await trade.send(move)
  const deposit = wholeDeposit(trade)
  const { toBuyer, fee, toSeller } = payoutsOf(trade.terms, released, deposit)!
  const due = { pocket: -deposit, buyer: toBuyer, seller: toSeller, fees: fee }
  if (!isDeepStrictEqual(moved, due)) throw new Error(`paid ${inspect(moved)}, due ${inspect(due)}`)
  stage.print(`Settled for ${count(gas)} gas, paid by the sender of the call.`)
  await showBalances(stage, trade)
}

async function showBalances({ print }: Stage, trade: Rehearsed): Promise<void> {
  const { unit } = trade.terms
  const balances = Object.entries(await trade.balances())
  print(`   ${balances.map(([holder, amount]) => `${holder} ${formatUsdt(amount / unit)}`).join(' | ')}`)
}

/** 123456n is "123,456". */
function count(gas: bigint): string {
  return gas.toLocaleString('en')
}
