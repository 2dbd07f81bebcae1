/** What a bond means for each party: the same sentences on the pages, in alerts and in emails. `bond` is its amount with its unit. */
import { BOND_FREE_MINUTES } from './bonds.ts'
import type { BondOutcome } from './bonds.ts'
import type { PartyRole } from './trades.ts'

type ByParty<Text> = Readonly<Record<PartyRole, Text>>

export const BOND_FIGURES = { bondFreeMinutes: BOND_FREE_MINUTES }

/** When the buyer loses the bond. */
export const BOND_RULE_TEXTS: ByParty<string> = {
  buyer:
    /*i18n*/ 'You lose the bond to the seller if you let the payment window run out, cancel later than {bondFreeMinutes, plural, one {# minute} other {# minutes}} after opening, or concede a dispute. If an arbiter returns the USDT to the seller, the arbiter also decides about the bond. Otherwise you get it back.',
  seller:
    /*i18n*/ 'The buyer locked a bond of {bond}. It is paid to you if they let the payment window run out, cancel later than {bondFreeMinutes, plural, one {# minute} other {# minutes}} after opening, or concede a dispute. If an arbiter returns the USDT to you, the arbiter also decides about the bond. Otherwise they get it back.',
}

/** What became of the bond of a trade that is closed. */
export const BOND_END_TEXTS: ByParty<Readonly<Record<BondOutcome, string>>> = {
  buyer: {
    returned: /*i18n*/ 'Your bond of {bond} was returned to you.',
    awarded: /*i18n*/ 'Your bond of {bond} was paid to the seller.',
    burned: /*i18n*/ 'Your bond of {bond} was burned by the arbiter, for neither party.',
  },
  seller: {
    returned: /*i18n*/ 'The buyer’s bond of {bond} was returned to the buyer.',
    awarded: /*i18n*/ 'The buyer’s bond of {bond} was paid to you.',
    burned: /*i18n*/ 'The buyer’s bond of {bond} was burned by the arbiter, for neither party.',
  },
}
