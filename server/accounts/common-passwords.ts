/** Passwords that attackers try first (ASVS 6.2.4, 6.2.11, 6.2.12): a list in this repository, no outside service. */
import { readFileSync } from 'node:fs'
import { PASSWORD_TOO_COMMON, PASSWORD_TOO_PERSONAL } from '../../domain/accounts/accounts.ts'
import { InvalidInput } from '../../domain/errors.ts'
import { productNames } from '../../domain/operator/product.ts'
import { opaqueString } from '../../domain/reading/passwords.ts'

/** One text, searched from its beginning: 1 MB, and 0.3 ms before a hash that takes longer. A set of its lines takes 16 MB. */
const COMMON = readFileSync(new URL('common-passwords.txt', import.meta.url), 'latin1')
const ASSETS = ['usdt', 'tether']

type Owner = { username: string; email: string }

/**
 * Refuses, on `field`, a password that is on the list, and one that is the username, the first part of the email or the
 * product's name, also with digits and punctuation around it.
 */
export function assertUncommonPassword(password: string, { username, email }: Owner, field: string): void {
  const small = opaqueString(password).toLowerCase()
  if (COMMON.includes(`\n${small}\n`)) throw new InvalidInput({ [field]: PASSWORD_TOO_COMMON })
  const localPart = email.slice(0, email.lastIndexOf('@'))
  const personal = [username, localPart, email, productNames().productName, ...ASSETS].map((word) => word.toLowerCase())
  const cores = new Set([small, coreOf(small)])
  if (personal.some((word) => cores.has(word) || (coreOf(word) !== '' && cores.has(coreOf(word)))))
    throw new InvalidInput({ [field]: PASSWORD_TOO_PERSONAL })
}

/** The text without digits and punctuation at both ends: "sarraf" of "2026-Sarraf!!". */
function coreOf(text: string): string {
  return text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')
}
