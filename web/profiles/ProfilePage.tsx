import { Trans, useLingui } from '@lingui/react/macro'
import type { Profile } from '../../domain/api/profiles/profiles.ts'
import { SignedIn } from '../session/SignedIn.tsx'
import { EmailRefusedNote } from '../accounts/EmailRefusedNote.tsx'
import { VerifyNote } from '../accounts/VerifyNote.tsx'
import { Link } from '../layout/Link.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { AccountSection } from '../payments/payment-accounts/AccountSection.tsx'
import { NotificationSettings } from '../notifications/NotificationSettings.tsx'
import { paths } from '../paths.ts'
import { OwnAccount } from '../accounts/teams/OwnAccount.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { AvatarEditor } from './AvatarEditor.tsx'
import { AccountData } from './AccountData.tsx'
import { ProfileDetails } from './ProfileDetails.tsx'
import { UsernameEditor } from './UsernameEditor.tsx'
import { WithProfile } from './WithProfile.tsx'

/** The user's account: picture, username and settings (spec-coverage 2 Profile). */
export default function ProfilePage() {
  const { t } = useLingui()
  return (
    <SignedIn>
      {() => (
        <div className="wrap py-8 md:py-12">
          <PageTitle title={t`Profile settings`} />
          <h1 className="title mb-6">
            <Trans>Profile settings</Trans>
          </h1>
          <VerifyNote className="mb-6 [overflow-wrap:anywhere]" />
          <EmailRefusedNote className="mb-6" />
          <OwnAccount>
            <OwnSettings />
          </OwnAccount>
        </div>
      )}
    </SignedIn>
  )
}

function OwnSettings() {
  return (
    <WithProfile>
      {(profile) => (
        <>
          <Account profile={profile} />
          <div className="mt-10">
            <NotificationSettings />
          </div>
          <div className="mt-10">
            <AccountSection />
          </div>
          <AccountData profile={profile} />
        </>
      )}
    </WithProfile>
  )
}

function Account({ profile }: { profile: Profile }) {
  return (
    <div className="panel grid grid-cols-1 gap-x-12 gap-y-6 px-5 py-5 sm:px-7 sm:py-6 md:grid-cols-2">
      <AvatarEditor profile={profile}>
        <UsernameEditor key={profile.username} profile={profile} />
      </AvatarEditor>
      <div className="md:col-start-2 md:row-span-2 md:row-start-1">
        <ProfileDetails profile={profile} />
      </div>
      <section className="grid content-end gap-3">
        <h2 className="text-xl">
          <Trans>Account settings</Trans>
        </h2>
        <div className="flex flex-wrap gap-3">
          <Link to={paths.dashboardTab('security')} className={buttonClass('line')}>
            <Trans>Change password</Trans>
          </Link>
          <Link to={paths.dashboardTab('profile')} className={buttonClass('line')}>
            <Trans>Bio and location</Trans>
          </Link>
        </div>
      </section>
    </div>
  )
}
