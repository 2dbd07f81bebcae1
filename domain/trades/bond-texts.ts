/** What a bond means for each party: the same sentences on the pages, in alerts and in emails. `bond` is its amount with its unit. */
import { BOND_FREE_MINUTES } from './bonds.ts'
import type { BondOutcome } from './bonds.ts'
import type { PartyRole } from './trades.ts'

type ByParty<Text> = Readonly<Record<PartyRole, Text>>

export const BOND_FIGURES = { bondFreeMinutes: BOND_FREE_MINUTES }

/** When the buyer loses the bond. */
export const BOND_RULE_TEXTS: ByParty<string> = {
  buyer:
    /*i18n*/ 'You lose the bond if you mark a payment that you didn’t make, let the payment window run out, or cancel later than {bondFreeMinutes, plural, one {# minute} other {# minutes}} after opening; otherwise you get it back.',
  seller:
    /*i18n*/ 'The buyer locked a bond of {bond}, which is paid to you if they mark a payment that they didn’t make, let the payment window run out, or cancel later than {bondFreeMinutes, plural, one {# minute} other {# minutes}} after opening; otherwise they get it back.',
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
