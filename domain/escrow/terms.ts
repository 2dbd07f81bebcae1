/**
 * The terms of a trade whose escrow is a contract (`contracts/src/EscrowHub.sol`): what they contain, the id that is their hash, and the
 * address of the trade's pocket, which follows from the id. Every function is pure, so server, browser and programs compute the same.
 */
import * as AbiParameters from 'ox/AbiParameters'
import * as Addresses from 'ox/Address'
import * as ContractAddress from 'ox/ContractAddress'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'

/** 0x and 40 hex digits, of either case. */
export type Address = Addresses.Address
/** 0x and 64 hex digits. */
export type Bytes32 = Hex.Hex

/** Amounts are micro USDT, times are seconds since 1970. Addresses are compared without regard to case. */
export type EscrowTerms = {
  /** Different for every trade. */
  ref: Bytes32
  /** EIP-155 number of the chain on which the deposit is made. */
  chainId: bigint
  token: Address
  /** Base units of the token in one micro USDT: 1 where the token has 6 decimals, 10^12 where it has 18. */
  unit: bigint
  /** What is traded, without a fee on top. */
  amount: bigint
  /** Hundredths of a percent. */
  feeBps: bigint
  /** The seller is the taker and locks the fee beside the amount. Otherwise the fee is taken from what the buyer receives. */
  feeOnTop: boolean
  feeTo: Address
  /** The key that signs for the buyer, and the address where the buyer is paid. */
  buyer: Address
  buyerTo: Address
  /** The key of the deposit's owner, which signs for the seller, and where refunds and what is too much go. */
  seller: Address
  /** Keys of employees, who vote and ask for a refund as the seller does. The zero address is no key. */
  seller2: Address
  seller3: Address
  sellerTo: Address
  /** A key or a contract that answers ERC-1271, as the tribunal does. */
  arbiter: Address
  /** Before this only votes move the deposit. */
  payBy: bigint
  /** Seconds in which the buyer can answer a refund request. */
  challenge: bigint
  /** From this time on the deposit can be returned to the seller without any signature. */
  finalAt: bigint
}

/** The fields in the order in which the contract hashes them. */
export const TERMS_FIELDS = [
  { name: 'ref', type: 'bytes32' },
  { name: 'chainId', type: 'uint256' },
  { name: 'token', type: 'address' },
  { name: 'unit', type: 'uint256' },
  { name: 'amount', type: 'uint256' },
  { name: 'feeBps', type: 'uint256' },
  { name: 'feeOnTop', type: 'bool' },
  { name: 'feeTo', type: 'address' },
  { name: 'buyer', type: 'address' },
  { name: 'buyerTo', type: 'address' },
  { name: 'seller', type: 'address' },
  { name: 'seller2', type: 'address' },
  { name: 'seller3', type: 'address' },
  { name: 'sellerTo', type: 'address' },
  { name: 'arbiter', type: 'address' },
  { name: 'payBy', type: 'uint256' },
  { name: 'challenge', type: 'uint256' },
  { name: 'finalAt', type: 'uint256' },
] as const satisfies readonly { name: keyof EscrowTerms; type: string }[]

export const ZERO_ADDRESS: Address = '0x0000000000000000000000000000000000000000'

const DECLARED_FIELDS = TERMS_FIELDS.map(({ type, name }) => `${type} ${name}`).join(',')
export const TERMS_TYPEHASH: Bytes32 = Hash.keccak256(Hex.fromString(`Terms(${DECLARED_FIELDS})`))

const ID_PARAMETERS = [{ type: 'bytes32' }, { type: 'tuple', components: TERMS_FIELDS }] as const

/** The id of a trade in the contract: another where any term is another. */
export function tradeIdOf(terms: EscrowTerms): Bytes32 {
  return Hash.keccak256(AbiParameters.encode(ID_PARAMETERS, [TERMS_TYPEHASH, terms]))
}

/** The minimal proxy of EIP-1167, around the address of the code it runs. */
const PROXY_BEFORE = '0x3d602d80600a3d3981f3363d3d373d3d3d363d73'
const PROXY_AFTER = '0x5af43d82803e903d91602b57fd5bf3'

/** The address that receives the deposit, as EIP-55 writes it. It has no code before the trade is settled. */
export function pocketAddress(hub: Address, tradeId: Bytes32): Address {
  const bytecode = Hex.concat(PROXY_BEFORE, pocketCode(hub), PROXY_AFTER)
  return Addresses.checksum(ContractAddress.fromCreate2({ from: hub, salt: tradeId, bytecode }))
}

/** The contract whose code every pocket runs: the first one that the hub created. */
export function pocketCode(hub: Address): Address {
  return ContractAddress.fromCreate({ from: hub, nonce: 1n })
}

/** A contract's address where it is created through the deployer that is at the same address on every chain. */
export function deployedAddress(bytecode: Hex.Hex, salt: Bytes32 = NO_SALT): Address {
  return Addresses.checksum(ContractAddress.fromCreate2({ from: CREATE2_DEPLOYER, salt, bytecode }))
}

/** Whether two addresses are the same, however they are written. */
export function isSame(one: Address, other: Address): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

export const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
export const NO_SALT: Bytes32 = `0x${'0'.repeat(64)}`
