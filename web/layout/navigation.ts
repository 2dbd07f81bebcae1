import { useLingui } from '@lingui/react/macro'
import type { SessionState } from '../accounts/session.ts'
import { paths } from '../paths.ts'

export type Place = { to: string; label: string }

/** The places the header and the drawer lead to, for whoever is looking. */
export function usePlaces(status: SessionState['status']): { main: Place[]; account: Place[] } {
  const { t } = useLingui()
  const browse = { to: paths.offers, label: t`Browse Offers` }
  const myTrades = { to: paths.trades, label: t`My Trades` }
  if (status !== 'signed-in') return { main: [browse], account: [] }
  return {
    main: [browse, { to: paths.createOffer, label: t`Create Offer` }, myTrades],
    account: [{ to: paths.myOffers, label: t`My Offers` }, myTrades],
  }
}
