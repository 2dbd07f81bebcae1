/** One trade on a local chain: its terms, its deposit, what its parties sign, and the calls that anyone sends for it. */
import { isDeepStrictEqual } from 'node:util'
import { FEE_BPS, MIN_CHALLENGE } from '../../domain/escrow/check-terms.ts'
import { depositOf } from '../../domain/escrow/division.ts'
import {
  claimPaidCall,
  hubRefusal,
  payHeldCall,
  readTradeState,
  requestRefundCall,
  settleCall,
  tradeStateReads,
  unsignedCall,
} from '../../domain/escrow/hub-calls.ts'
import type { Signed, SignedVote, TradeState } from '../../domain/escrow/hub-calls.ts'
import { possibleCalls } from '../../domain/escrow/possible-calls.ts'
import type { SignedAct } from '../../domain/escrow/recovery-file.ts'
import { pocketAddress, tradeIdOf, ZERO_ADDRESS } from '../../domain/escrow/terms.ts'
import type { Address, EscrowTerms } from '../../domain/escrow/terms.ts'
import { digestOf, joinSignatures, signAct, toSign, VOTERS } from '../../domain/escrow/typed-data.ts'
import type { EscrowAct, Voter } from '../../domain/escrow/typed-data.ts'
import { balanceOf } from './balances.ts'
import type { Deployed } from './deployed.ts'
import { keyOf } from './keys.ts'
import { CallRefused } from './local-chain.ts'
import type { LocalChain } from './local-chain.ts'

type Hex = `0x${string}`
type Move = ReturnType<typeof possibleCalls>[number]['move']

export const HOUR = 3600n
export const DAY = 24n * HOUR
export const ARBITERS = ['first arbiter', 'second arbiter', 'third arbiter'] as const

export type Rehearsed = {
  terms: EscrowTerms
  pocket: Address
  signatures: readonly SignedAct[]
  /** A party signs with its own key; nothing is sent. */
  sign: (by: 'buyer' | 'seller', act: EscrowAct) => void
  /** These arbiters sign the vote itself, and their signatures are joined into the tribunal's. */
  signAsTribunal: (act: EscrowAct & { type: 'Vote' }, arbiters: readonly string[]) => void
  /** A plain transfer of the token, which any wallet or exchange makes. Returns its gas. */
  deposit: (amount: bigint) => Promise<bigint>
  /** Sends a call that domain/escrow says is possible; throws where it is not. */
  send: (move: Move) => Promise<Sent>
  /** Why the hub refuses a call that must not be possible now. */
  refusalOf: (data: Hex) => Promise<string>
  state: () => Promise<TradeState>
  /** In base units. */
  balances: () => Promise<Balances>
}

export type Balances = Record<'pocket' | 'buyer' | 'seller' | 'fees', bigint>
/** The gas of a call, and what it moved, in base units. */
export type Sent = { gas: bigint; moved: Balances }

const HOLDERS = ['pocket', 'buyer', 'seller', 'fees'] as const

/** The accounts of the chain that the parties use: they pay gas and receive, and sign no votes. */
export const PAYEES = { relayer: 0, seller: 1, buyer: 2, fees: 3 } as const

export async function openTrade(
  chain: LocalChain,
  { hub, tribunal }: Deployed,
  { token, unit, amount, feeOnTop, ref }: Pick<EscrowTerms, 'token' | 'unit' | 'amount' | 'feeOnTop' | 'ref'>,
): Promise<Rehearsed> {
  const payBy = (await chain.latest()).now + 30n * 60n
  const payee = (name: keyof typeof PAYEES): Address => chain.accounts[PAYEES[name]]!
  const terms: EscrowTerms = {
    ref,
    chainId: chain.chainId,
    token,
    unit,
    amount,
    feeBps: FEE_BPS,
    feeOnTop,
    feeTo: payee('fees'),
    buyer: keyOf('buyer').address,
    buyerTo: payee('buyer'),
    seller: keyOf('seller').address,
    seller2: keyOf('an employee of the seller').address,
    seller3: ZERO_ADDRESS,
    sellerTo: payee('seller'),
    arbiter: tribunal,
    payBy,
    challenge: MIN_CHALLENGE,
    finalAt: payBy + 60n * DAY,
  }
  const pocket = pocketAddress(hub, tradeIdOf(terms))
  const signatures: SignedAct[] = []

  async function state(): Promise<TradeState> {
    const reads = tradeStateReads(hub, terms)
    return readTradeState(await Promise.all(reads.map((read) => chain.call<Hex>('eth_call', read, 'latest'))))
  }

  /** null where the hub accepts the call. */
  async function refusal(data: Hex): Promise<string | null> {
    try {
      await chain.call('eth_call', { from: payee('relayer'), to: hub, data }, 'pending')
      return null
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      return hubRefusal(error.data) ?? error.message
    }
  }

  /** What domain/escrow says is possible must be what the chain accepts, no more and no less. */
  async function possible() {
    const calls = possibleCalls({ terms, signatures, state: await state(), ...(await chain.latest()) })
    const accepted: Hex[] = []
    for (const data of candidates(terms, signatures)) if ((await refusal(data)) === null) accepted.push(data)
    if (!isDeepStrictEqual(calls.map(({ data }) => data).toSorted(), accepted.toSorted()))
      throw new Error(
        `the chain accepts ${accepted.length} calls, domain/escrow names ${calls.map(({ move }) => move).join(', ') || 'none'}`,
      )
    return calls
  }

  async function balances(): Promise<Balances> {
    const holders = { pocket, buyer: terms.buyerTo, seller: terms.sellerTo, fees: terms.feeTo }
    const found = HOLDERS.map(async (holder) => [holder, await balanceOf(chain, token, holders[holder])] as const)
    return Object.fromEntries(await Promise.all(found)) as Balances
  }

  return {
    terms,
    pocket,
    signatures,
    sign(by, act) {
      signatures.push({ by, act, signature: signAct(keyOf(by).privateKey, toSign(hub, terms, act)) })
    },
    signAsTribunal(act, arbiters) {
      const request = toSign(hub, terms, act)
      const each = arbiters.map((name) => signAct(keyOf(name).privateKey, request))
      signatures.push({ by: 'arbiter', act, signature: joinSignatures(digestOf(request), each) })
    },
    async deposit(amount) {
      const receipt = await chain.send(payee('seller'), token, transferCall(pocket, amount))
      await possible()
      return BigInt(receipt.gasUsed)
    },
    async send(move) {
      const call = (await possible()).find((call) => call.move === move)
      if (!call) throw new Error(`${move} is not possible`)
      const before = await balances()
      const receipt = await chain.send(payee('relayer'), hub, call.data)
      const after = await balances()
      await possible()
      const moved = HOLDERS.map((holder) => [holder, after[holder] - before[holder]])
      return { gas: BigInt(receipt.gasUsed), moved: Object.fromEntries(moved) as Balances }
    },
    async refusalOf(data) {
      const reason = await refusal(data)
      if (reason === null) throw new Error('the hub accepts what it should refuse')
      return reason
    },
    state,
    balances,
  }
}

/** Every call that can be made of these signatures, possible or not. */
function candidates(terms: EscrowTerms, signatures: readonly SignedAct[]): Hex[] {
  const votes = signatures.filter((signed): signed is SignedVote => signed.act.type === 'Vote')
  const byNumber = [...Map.groupBy(votes, ({ act }) => act.released).values()]
  const settlements = byNumber.flatMap((votes) => {
    const [one, other] = VOTERS.flatMap((voter: Voter) => votes.find(({ by }) => by === voter) ?? [])
    return one && other ? [settleCall(terms, [one, other])] : []
  })
  const signed = signatures.flatMap(({ act, signature }) => {
    if (act.type === 'RefundRequest') return [requestRefundCall(terms, { act, signature } as Signed<'RefundRequest'>)]
    return act.type === 'PaidClaim' ? [claimPaidCall(terms, { act, signature } as Signed<'PaidClaim'>)] : []
  })
  const unsigned = (['executeRefund', 'expire', 'sweep'] as const).map((name) => unsignedCall(name, terms))
  return [...settlements, ...signed, ...unsigned, ...[0n, 1n, 2n].map((leg) => payHeldCall(terms, leg))]
}

export function transferCall(to: Address, amount: bigint): Hex {
  return `0xa9059cbb${to.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
}

/** The whole deposit of a trade. */
export function wholeDeposit({ terms }: Rehearsed): bigint {
  return depositOf(terms)
}
