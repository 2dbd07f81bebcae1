/** The same trade in the two usual designs: a pool of all deposits, and a Safe 2-of-3 for each trade. */
import * as AbiFunction from 'ox/AbiFunction'
import * as AbiParameters from 'ox/AbiParameters'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import type { Compiled, Gas } from './chain.ts'
import { addressOf, ascending, keyAt, signTyped } from './signing.ts'
import type { Setting } from './trades.ts'
import { ZERO } from './trades.ts'

const AMOUNT = 100_000_000n
const [BUYER, SELLER, ARBITER] = [keyAt(0), keyAt(1), keyAt(2)] as const

export async function measurePool(setting: Setting, pool: Compiled): Promise<Record<string, Gas>> {
  const { chain, relayer, seller, token, tokenContract, unit } = setting
  const address = await chain.deploy(relayer, pool)
  const amount = AMOUNT * unit
  const deal = {
    ref: Hex.fromNumber(1, { size: 32 }),
    token,
    amount,
    keys: [BUYER, SELLER, ARBITER].map(addressOf),
    buyerTo: setting.payee,
    feeTo: setting.feeTo,
    sellerTo: seller,
    feeBps: 50n,
  }
  const approval = await chain.send(seller, token, tokenContract, 'approve', [address, amount])
  const deposit = await chain.send(seller, address, pool, 'deposit', [deal])
  const id = Hash.keccak256(AbiParameters.encode(AbiFunction.fromAbi(pool.abi, 'deposit').inputs, [deal] as never))
  const domain = { name: 'Pooled escrow', version: '1', chainId: chain.chainId, verifyingContract: address }
  const types = {
    Vote: [
      { name: 'id', type: 'bytes32' },
      { name: 'released', type: 'uint256' },
    ],
  }
  const votes = [BUYER, SELLER].map((key) => signTyped(key, domain, types, 'Vote', { id, released: amount }))
  const settled = await chain.send(relayer, address, pool, 'settle', [deal, amount, [0n, 1n], votes])
  return {
    'pool: approval and deposit, two calls by the seller': sum(approval, deposit),
    'pool: settlement, payee holds the token': settled,
  }
}

export type SafeContracts = { safe: Compiled; factory: Compiled; multiSend: Compiled }

export async function measureSafe(setting: Setting, contracts: SafeContracts): Promise<Record<string, Gas>> {
  const { chain, relayer, seller, token, tokenContract, unit } = setting
  const singleton = await chain.deploy(relayer, contracts.safe)
  const factory = await chain.deploy(relayer, contracts.factory)
  const multiSend = await chain.deploy(relayer, contracts.multiSend)
  const owners = [BUYER, SELLER, ARBITER].map(addressOf)
  const setup = encode(contracts.safe, 'setup', [owners, 2n, ZERO, '0x', ZERO, ZERO, 0n, ZERO])
  const made = await chain.send(relayer, factory, contracts.factory, 'createProxyWithNonce', [singleton, setup, 1n])
  const topic = made.logs.find((log) => log.address.toLowerCase() === factory.toLowerCase())?.topics[1]
  if (!topic) throw new Error('no Safe was made')
  const safe = Hex.slice(topic, 12)
  const deposit = await chain.send(seller, token, tokenContract, 'transfer', [safe, AMOUNT * unit])
  const leg = (to: Hex.Hex, value: bigint) => {
    const data = encode(tokenContract, 'transfer', [to, value])
    return AbiParameters.encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [0, token, 0n, BigInt(Hex.size(data)), data],
    )
  }
  const legs = [leg(setting.payee, (AMOUNT * unit * 995n) / 1000n), leg(setting.feeTo, (AMOUNT * unit * 5n) / 1000n)]
  const data = encode(contracts.multiSend, 'multiSend', [Hex.concat(...legs)])
  const fields = [
    { name: 'to', type: 'address', value: multiSend },
    { name: 'value', type: 'uint256', value: 0n },
    { name: 'data', type: 'bytes', value: data },
    { name: 'operation', type: 'uint8', value: 1 },
    { name: 'safeTxGas', type: 'uint256', value: 0n },
    { name: 'baseGas', type: 'uint256', value: 0n },
    { name: 'gasPrice', type: 'uint256', value: 0n },
    { name: 'gasToken', type: 'address', value: ZERO },
    { name: 'refundReceiver', type: 'address', value: ZERO },
  ]
  const types = { SafeTx: [...fields, { name: 'nonce', type: 'uint256' }].map(({ name, type }) => ({ name, type })) }
  const message = { ...Object.fromEntries(fields.map(({ name, value }) => [name, value])), nonce: 0n }
  const domain = { chainId: chain.chainId, verifyingContract: safe }
  const signatures = ascending([BUYER, SELLER]).map((key) => signTyped(key, domain, types, 'SafeTx', message))
  const args = [...fields.map(({ value }) => value), Hex.concat(...signatures)]
  const paid = await chain.send(relayer, safe, contracts.safe, 'execTransaction', args)
  return {
    'Safe: creation': made,
    'Safe: deposit': deposit,
    'Safe: release and fee, payee holds the token': paid,
  }
}

export function sum(...parts: readonly Gas[]): Gas {
  return {
    cancun: parts.reduce((total, { cancun }) => total + cancun, 0),
    polygon: parts.reduce((total, { polygon }) => total + polygon, 0),
  }
}

function encode({ abi }: Compiled, name: string, args: readonly unknown[]): Hex.Hex {
  return AbiFunction.encodeData(AbiFunction.fromAbi(abi, name), args as never)
}
