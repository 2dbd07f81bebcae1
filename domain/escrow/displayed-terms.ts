/** What a page compares before it shows the address of a deposit or asks for a signature: each figure on the screen with the terms that lead to the address. */
import { depositOf } from './division.ts'
import { isSame, pocketAddress, tradeIdOf } from './terms.ts'
import type { Address, EscrowTerms } from './terms.ts'

/**
 * What the page shows or knows by itself, not from the message that brought the terms: the trade's amount, fee and deadlines, the
 * network with its token, hub and arbiter, and the reader's own key and payout address.
 */
export type Displayed = Omit<EscrowTerms, 'buyer' | 'buyerTo' | 'seller' | 'seller2' | 'seller3' | 'sellerTo'> & {
  hub: Address
  /** The address as it stands on the screen. */
  pocket: Address
  /** Base units of the token, as the deposit or as what the buyer waits for. */
  deposit: bigint
  own:
    | { role: 'buyer'; buyer: Address; buyerTo: Address }
    | { role: 'seller'; seller: Address; seller2: Address; seller3: Address; sellerTo: Address }
}

/** A field of the terms, or one that follows from all of them. */
export type DisplayedField = keyof EscrowTerms | 'pocket' | 'deposit'

/** The fields in which the terms differ from what is displayed; nothing may be shown or signed where there is one. */
export function differencesFrom(
  { hub, pocket, deposit, own, ...displayed }: Displayed,
  terms: EscrowTerms,
): DisplayedField[] {
  const { role: _role, ...ownFields } = own
  const fields = Object.entries({ ...displayed, ...ownFields }) as [keyof EscrowTerms, EscrowTerms[keyof EscrowTerms]][]
  const different: DisplayedField[] = fields
    .filter(([name, shown]) => !isEqual(shown, terms[name]))
    .map(([name]) => name)
  if (!isSame(pocketAddress(hub, tradeIdOf(terms)), pocket)) different.push('pocket')
  if (depositOf(terms) !== deposit) different.push('deposit')
  return different
}

function isEqual(one: EscrowTerms[keyof EscrowTerms], other: EscrowTerms[keyof EscrowTerms]): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase()
}
