/** Sign-In with Ethereum (EIP-4361): the text a wallet is given to sign, and what a signed one contains. No input or output. */
import * as Address from 'ox/Address'
import * as Hex from 'ox/Hex'
import * as PersonalMessage from 'ox/PersonalMessage'
import * as Secp256k1 from 'ox/Secp256k1'
import * as Siwe from 'ox/Siwe'
import { DomainError, InvalidInput } from '../../../../domain/errors.ts'
import { isSupportedChain, WALLET_CHAINS } from '../../../../domain/accounts/identities.ts'
import { productInStatements } from '../../../../domain/operator/product.ts'
import { FIELD_TEXTS } from '../../../../domain/texts.ts'

/** What a signature is for. Each has its own statement, so that none can be used as another. */
export type WalletPurpose = 'sign_in' | 'link'

export type WalletRequest = {
  /** The product's public address, for example https://sarraf.example: no other page's text is written or taken. */
  publicUrl: string
  /** 0x and 40 hex digits: of one case, or with the right EIP-55 checksum. */
  address: string
  /** EIP-155 number. */
  chainId: number
  /** At least 8 alphanumeric characters, never used before. */
  nonce: string
  now: Date
  purpose: WalletPurpose
  /** How long the text is valid. */
  minutes: number
}

/** `address` is in lower case: the form in which addresses are kept and compared. */
export type SignedWallet = { address: `0x${string}`; chainId: number; nonce: string; purpose: WalletPurpose }

type Parts = Pick<Siwe.Message, 'address' | 'chainId' | 'nonce'> & {
  issuedAt: Date
  expirationTime: Date
  purpose: WalletPurpose
}

const PURPOSES: readonly WalletPurpose[] = ['sign_in', 'link']

/** Plain ASCII without line breaks, as EIP-4361 wants it; wallets show it in English whatever the page speaks. */
function statementFor(purpose: WalletPurpose): string {
  const product = productInStatements()
  return purpose === 'sign_in'
    ? `Sign in to ${product} with this wallet. Signing costs nothing and moves no funds.`
    : `Let this wallet sign in to your ${product} account. Signing costs nothing and moves no funds.`
}

/** How far the clock of the server process that issued the text may be ahead of this one. */
const CLOCK_SKEW_MS = 60_000

/**
 * r, s and v in 65 bytes. v is 27 or 28; some hardware wallets leave it at 0 or 1. Not taken: the 64 bytes of EIP-2098, which
 * no wallet answers `personal_sign` with, and the v above 34 of transactions (EIP-155), which a library would read as well.
 */
const SIGNATURE = /^0x[0-9a-fA-F]{128}(?:0[01]|1[bcBC])$/

/**
 * The EIP-4361 text for a wallet to sign. Refuses with `invalid_input` on the field address, and with `unsupported_chain`.
 * Throws where the nonce or the host of `publicUrl` is not one that EIP-4361 can name.
 */
export function walletMessage({ publicUrl, address, chainId, nonce, now, purpose, minutes }: WalletRequest): string {
  if (!Address.validate(address)) throw new InvalidInput({ address: FIELD_TEXTS.wrong })
  requireSupported(chainId)
  const expirationTime = new Date(now.getTime() + minutes * 60_000)
  return textOf(publicUrl, { address, chainId, nonce, issuedAt: now, expirationTime, purpose })
}

/**
 * The signer and the fields of a signed text. The caller checks by the nonce that the text was issued to this user and is
 * used once. Refuses with `unsupported_chain`, and with `wallet_refused` where the text differs from the one this server
 * writes, is not yet valid or has expired, or where the signature (EIP-191, version 0x45) is not by the key of the address.
 * Contract wallets have no key, and their signatures need a call to their chain (EIP-1271), so they are refused too.
 */
export function verifySignedMessage({
  publicUrl,
  message,
  signature,
  now,
}: {
  publicUrl: string
  message: string
  signature: string
  now: Date
}): SignedWallet {
  const parts = partsOf(publicUrl, message)
  requireSupported(parts.chainId)
  const isEarly = parts.issuedAt.getTime() > now.getTime() + CLOCK_SKEW_MS
  if (isEarly || parts.expirationTime <= now) throw new DomainError('wallet_refused')
  const address = parts.address.toLowerCase() as Hex.Hex
  if (signerOf(message, signature) !== address) throw new DomainError('wallet_refused')
  return { address, chainId: parts.chainId, nonce: parts.nonce, purpose: parts.purpose }
}

function requireSupported(chainId: number): void {
  if (isSupportedChain(chainId)) return
  const names = WALLET_CHAINS.map(({ name }) => name)
  const chains = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
  throw new DomainError('unsupported_chain', { field: 'chainId', values: { chains } })
}

function textOf(publicUrl: string, { purpose, ...parts }: Parts): string {
  const { host: domain, origin: uri } = new URL(publicUrl)
  return Siwe.createMessage({ ...parts, domain, uri, version: '1', statement: statementFor(purpose) })
}

/**
 * The library's reading is lenient: it looks for fields anywhere and passes over what it does not know. So what it read is
 * written again, and must be the same text. That leaves no room for another host, statement, resources or a second field.
 */
function partsOf(publicUrl: string, message: string): Parts {
  const { address, chainId, nonce, issuedAt, expirationTime, statement } = Siwe.parseMessage(message)
  const purpose = PURPOSES.find((each) => statementFor(each) === statement)
  if (address && chainId !== undefined && nonce && issuedAt && expirationTime && purpose) {
    const parts = { address, chainId, nonce, issuedAt, expirationTime, purpose }
    if (attempt(() => textOf(publicUrl, parts)) === message) return parts
  }
  throw new DomainError('wallet_refused')
}

/** In lower case; null where there is none. Of the two signatures that a key can make, the one with the high s is not taken. */
function signerOf(message: string, signature: string): string | null {
  if (!SIGNATURE.test(signature)) return null
  return attempt(() => {
    const hex = signature as Hex.Hex
    const rAndS = Hex.toBytes(Hex.slice(hex, 0, 64))
    if (Secp256k1.noble.Signature.fromBytes(rAndS, 'compact').hasHighS()) return null
    const payload = PersonalMessage.getSignPayload(Hex.fromString(message))
    return Secp256k1.recoverAddress({ payload, signature: hex }).toLowerCase()
  })
}

/** The library throws at what it cannot read or write. */
function attempt<Answer>(work: () => Answer): Answer | null {
  try {
    return work()
  } catch {
    return null
  }
}

/** Throws an Error where no message can name the host of `publicUrl`: a dotted name in ASCII, an IPv4 address or localhost. */
export function checkWalletHost(publicUrl: string): void {
  if (!isWalletHost(publicUrl))
    throw new Error(`WALLET_SIGN_IN does not work with the host of PUBLIC_URL, ${publicUrl}`)
}

/** Whether EIP-4361, as the library has it, can name this host. */
export function isWalletHost(publicUrl: string): boolean {
  const now = new Date(0)
  const address = `0x${'0'.repeat(40)}` as const
  const parts = { address, chainId: 1, nonce: '00000000', issuedAt: now, expirationTime: now, purpose: 'link' } as const
  return attempt(() => textOf(publicUrl, parts)) !== null
}
