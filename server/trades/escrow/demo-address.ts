/**
 * Demonstration addresses: they look like an address and cannot be paid to. The checksum that the mixed case of
 * an address carries (EIP-55) is wrong on purpose, so a wallet refuses it (decisions: Trades, escrow address).
 */
import { randomBytes } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** 0x and 40 hex digits in mixed case; a wallet that checks the checksum refuses it. */
export function demoAddress(): string {
  for (;;) {
    const broken = breakChecksum(checksummed(randomBytes(20).toString('hex')))
    // All lower or all upper case would mean "no checksum", and a wallet would accept it.
    if (/[a-f]/.test(broken) && /[A-F]/.test(broken)) return `0x${broken}`
  }
}

/** Whether a wallet would accept the address: it is not in mixed case, or has the right checksum. */
export function isPayable(address: string): boolean {
  const digits = address.replace(/^0x/, '')
  return (
    digits === digits.toLowerCase() || digits === digits.toUpperCase() || digits === checksummed(digits.toLowerCase())
  )
}

/** EIP-55: a letter is upper case where the hash of the lower-case address has a digit of 8 or more. */
function checksummed(hex: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)))
  return [...hex].map((digit, i) => (Number.parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit)).join('')
}

/** Inverts the case of every other letter. */
function breakChecksum(digits: string): string {
  let seen = 0
  return digits.replaceAll(/[a-f]/gi, (letter) => {
    if (seen++ % 2 === 1) return letter
    return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  })
}
