/** The bodies of a trade's moves, as tests and scripts send them. */

/** The holder of the account from which every test buyer pays. */
export const PAYER = 'Amel Ben Salah'

/** What a seller says who confirms the payment of that buyer. */
export const RECEIPT = { seenInAccount: true, senderName: PAYER }

/** The body of a move, by its name in the address. */
export function moveBody(verb: string, seenStatus: string): Record<string, unknown> {
  if (verb === 'mark-paid') return { seenStatus, payerName: PAYER }
  if (verb === 'confirm-receipt') return { seenStatus, ...RECEIPT }
  return { seenStatus }
}
