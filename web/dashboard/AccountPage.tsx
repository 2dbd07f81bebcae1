import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { OwnAccount } from '../accounts/teams/OwnAccount.tsx'
import { TeamTab } from '../accounts/teams/TeamTab.tsx'
import { LimitsSection } from '../accounts/tiers/LimitsSection.tsx'
import { PlacePage } from '../layout/places/PlacePage.tsx'
import { AccountSection } from '../payments/payment-accounts/AccountSection.tsx'
import { ProfileSection } from '../profiles/ProfileSection.tsx'
import { TradersTab } from '../profiles/relations/TradersTab.tsx'
import { SignedIn } from '../session/SignedIn.tsx'
import { EmailNotices } from './EmailNotices.tsx'
import { ReputationSection } from './ReputationSection.tsx'

const SECTIONS: Readonly<Record<string, ReactNode>> = {
  profile: <ProfileSection />,
  reputation: <ReputationSection />,
  payments: <AccountSection />,
  limits: <LimitsSection />,
  traders: <TradersTab />,
  team: <TeamTab />,
}

/** Who the user is to other traders, and what the user may do (spec-coverage 2 Profile). */
export default function AccountPage() {
  const tab = useSearchParams()[0].get('tab') ?? ''
  const section = Object.hasOwn(SECTIONS, tab) ? tab : 'profile'
  return (
    <SignedIn>
      {() => (
        <PlacePage place="account" section={section} notices={<EmailNotices />}>
          <OwnAccount>{SECTIONS[section]}</OwnAccount>
        </PlacePage>
      )}
    </SignedIn>
  )
}
