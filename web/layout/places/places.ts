import { useLingui } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import type { SessionState } from '../../session/session.ts'

/** The start of a signed-in user and the four places, in the order of the navigation. */
const PLACES = ['overview', 'trades', 'offers', 'account', 'settings'] as const
export type PlaceName = (typeof PLACES)[number]

/** The places of the reader: a member who acts for an owner has only the lists that the roles open. */
export function useOwnPlaces({
  actingFor,
}: Pick<SessionState, 'actingFor'>): { name: PlaceName; to: string; label: string }[] {
  const labels = usePlaceLabels()
  const own = actingFor ? PLACES.filter((place) => isOpenTo(place, actingFor.roles)) : PLACES
  return own.map((name) => ({ name, to: PLACE_ADDRESSES[name], label: labels[name] }))
}

export function usePlaceLabels(): Record<PlaceName, string> {
  const { t } = useLingui()
  return {
    overview: t`Overview`,
    trades: t`Trades`,
    offers: t`Offers`,
    account: t`Account`,
    settings: t`Settings`,
  }
}

const PLACE_ADDRESSES: Readonly<Record<PlaceName, string>> = {
  overview: paths.dashboard,
  trades: paths.trades,
  offers: paths.myOffers,
  account: paths.account,
  settings: paths.settings,
}

function isOpenTo(place: PlaceName, roles: readonly string[]): boolean {
  if (place === 'trades') return roles.includes('chat') || roles.includes('release')
  return place === 'offers' && roles.includes('offers')
}
