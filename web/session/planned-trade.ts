import { parseFiat } from '../../domain/money.ts'
import { paths } from '../paths.ts'

/** The trade that a visitor is about to open: an offer, and the fiat amount if they have typed one. */
export type PlannedTrade = { offerId: string; amount: string | undefined }

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const OFFER_PAGE = /^\/offer\/([^/]+)$/

/** The trade in the address to which a sign-in returns (`paths.newTrade`, `paths.offer`); null where there is none. */
export function plannedTrade(next: string): PlannedTrade | null {
  const { pathname, searchParams } = new URL(next, 'https://own.invalid')
  const [newTrade] = paths.newTrade('').split('?')
  const offerId = pathname === newTrade ? searchParams.get('offer') : OFFER_PAGE.exec(pathname)?.[1]
  if (!offerId || !UUID.test(offerId)) return null
  const amount = searchParams.get('amount') ?? ''
  return { offerId, amount: parseFiat(amount) === null ? undefined : amount }
}
