import type { PartyRole } from './trades.ts'

/** The counterparty of the reader, who has this role in the trade. */
export function otherSide<Party>({ role, buyer, seller }: { role: PartyRole; buyer: Party; seller: Party }): Party {
  return role === 'buyer' ? seller : buyer
}
