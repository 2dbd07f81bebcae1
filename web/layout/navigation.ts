import { useLingui } from '@lingui/react/macro'
import { canCreateOffers, type SessionState } from '../session/session.ts'
import { paths } from '../paths.ts'

export type Place = {
  to: string
  label: string
  /** Left out of the header where it is narrow; the footer has it too. */
  isWideOnly?: boolean
}

/** The links of the header and the drawer, by session (spec-coverage 2 Header). */
export function usePlaces({ status, user, actingFor }: Pick<SessionState, 'status' | 'user' | 'actingFor'>): {
  main: Place[]
  account: Place[]
} {
  const { t } = useLingui()
  const browse = { to: paths.offers, label: t`Browse offers` }
  const howItWorks = { to: paths.howItWorks, label: t`How it works`, isWideOnly: true }
  const dashboard = { to: paths.dashboard, label: t`Dashboard` }
  // Until the session is known: the links that every visitor sees.
  if (status === 'loading') return { main: [browse, howItWorks], account: [] }
  if (status !== 'signed-in') {
    const strangers = [
      { to: paths.about, label: t`About`, isWideOnly: true },
      { to: paths.contact, label: t`Contact`, isWideOnly: true },
    ]
    return { main: [browse, howItWorks, ...strangers], account: [] }
  }
  const myOffers = { to: paths.myOffers, label: t`My offers` }
  const myTrades = { to: paths.trades, label: t`My trades` }
  const createOffer = { to: paths.createOffer, label: t`Create offer` }
  if (actingFor) {
    const { roles } = actingFor
    const inTrades = roles.includes('chat') || roles.includes('release') ? [myTrades] : []
    const ofOffers = roles.includes('offers') ? [myOffers, createOffer] : []
    return { main: [browse, ...inTrades, ...ofOffers], account: [...inTrades, ...ofOffers] }
  }
  return {
    // In this order nothing moves that was there before the session was known.
    // Neither an arbiter nor a suspended user has an active offer (decisions: Administration).
    main: [browse, howItWorks, ...(canCreateOffers({ user }) ? [createOffer] : []), dashboard],
    account: [
      { to: paths.profile, label: t`Profile settings` },
      dashboard,
      myOffers,
      myTrades,
      { to: paths.savedSearches, label: t`Saved searches` },
    ],
  }
}
