import { useLingui } from '@lingui/react/macro'
import { canCreateOffers, type SessionState } from '../../session/session.ts'
import { paths } from '../../paths.ts'
import { useOwnPlaces } from './places.ts'

export type Place = {
  to: string
  label: string
  /** Left out of the header where it is narrow; the footer has it too. */
  isWideOnly?: boolean
  /** Other pages that belong to it. */
  alsoAt?: readonly string[]
}

/** The links of the header and the drawer, by session (spec-coverage 2 Header). */
export function usePlaces({ status, user, actingFor }: Pick<SessionState, 'status' | 'user' | 'actingFor'>): {
  main: Place[]
  account: Place[]
} {
  const { t } = useLingui()
  const browse = { to: paths.offers, label: t`Browse offers` }
  const howItWorks = { to: paths.howItWorks, label: t`How it works`, isWideOnly: true }
  const account = useOwnPlaces({ actingFor })
  // Until the session is known: the links that every visitor sees.
  if (status === 'loading') return { main: [browse, howItWorks], account: [] }
  if (status !== 'signed-in') {
    const strangers = [
      { to: paths.about, label: t`About`, isWideOnly: true },
      { to: paths.contact, label: t`Contact`, isWideOnly: true },
    ]
    return { main: [browse, howItWorks, ...strangers], account: [] }
  }
  const createOffer = { to: paths.createOffer, label: t`Create offer` }
  if (actingFor) {
    const own = actingFor.roles.includes('offers') ? [...account, createOffer] : account
    return { main: [browse, ...own], account: own }
  }
  return {
    // In this order nothing moves that was there before the session was known.
    // Neither an arbiter nor a suspended user has an active offer (decisions: Administration).
    main: [
      browse,
      howItWorks,
      ...(canCreateOffers({ user }) ? [createOffer] : []),
      { to: paths.dashboard, label: t`Dashboard`, alsoAt: OWN_PAGES },
    ],
    account,
  }
}

/** The places of the dashboard, and their sections that are pages. */
const OWN_PAGES = [
  paths.trades,
  paths.rehearsals,
  paths.myOffers,
  paths.savedSearches,
  paths.businessHours,
  paths.account,
  paths.settings,
]
