import { useLingui } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import { usePlaceLabels, type PlaceName } from './places.ts'

/** A part of a place, which is a tab with an address of its own. */
export type Section = { name: string; label: string; to: string }

type Place = {
  label: string
  /** Of the document, while the first section is open. */
  title: string
  sections: readonly [Section, ...Section[]]
}

/** The places with their sections, the first of which is open at the place's own address. */
export function useSections(): Record<PlaceName, Place> {
  const { t } = useLingui()
  const labels = usePlaceLabels()
  const accountTab = (name: string, label: string) => ({ name, label, to: paths.accountTab(name) })
  const settingsTab = (name: string, label: string) => ({ name, label, to: paths.settingsTab(name) })
  return {
    overview: {
      label: labels.overview,
      title: t`Dashboard`,
      sections: [
        { name: 'overview', label: labels.overview, to: paths.dashboard },
        { name: 'alerts', label: t`Alerts`, to: paths.alerts },
      ],
    },
    trades: {
      label: labels.trades,
      title: t`My trades`,
      sections: [
        { name: 'trades', label: t`My trades`, to: paths.trades },
        { name: 'rehearsals', label: t`Rehearsal`, to: paths.rehearsals },
      ],
    },
    offers: {
      label: labels.offers,
      title: t`My offers`,
      sections: [
        { name: 'offers', label: t`My offers`, to: paths.myOffers },
        { name: 'searches', label: t`Saved searches`, to: paths.savedSearches },
        { name: 'hours', label: t`Business hours`, to: paths.businessHours },
      ],
    },
    account: {
      label: labels.account,
      title: labels.account,
      sections: [
        { name: 'profile', label: t`Profile`, to: paths.account },
        accountTab('reputation', t`Reputation`),
        accountTab('payments', t`Payment accounts`),
        accountTab('limits', t`Limits`),
        accountTab('traders', t`Traders`),
        accountTab('team', t`Team`),
      ],
    },
    settings: {
      label: labels.settings,
      title: labels.settings,
      sections: [
        { name: 'security', label: t`Security`, to: paths.settings },
        settingsTab('notifications', t`Notifications`),
        settingsTab('keys', t`API keys`),
        settingsTab('data', t`Language and data`),
      ],
    },
  }
}
