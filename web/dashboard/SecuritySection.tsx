import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { User } from '../../domain/api/accounts/sessions.ts'
import { ChangeEmailForm } from '../accounts/ChangeEmailForm.tsx'
import { PasswordForm } from '../accounts/passwords/PasswordForm.tsx'
import { SessionList } from '../accounts/SessionList.tsx'
import { SignInHistory } from '../accounts/SignInHistory.tsx'
import { ConfirmAboveSection, FactorSection } from '../accounts/factors/FactorSection.tsx'
import { useFactors } from '../accounts/factors/queries.ts'
import { IdentitySection } from '../accounts/identities/IdentitySection.tsx'

/** The user's sessions, sign-in methods and security settings. */
export function SecuritySection({ user }: { user: User }) {
  const hasPassword = useFactors().data?.hasPassword !== false
  return (
    <div className="grid items-start gap-10 lg:grid-cols-[1.4fr_1fr]">
      <div className="grid min-w-0 gap-10">
        <Part title={<Trans>Active sessions</Trans>}>
          <SessionList />
        </Part>
        <FactorSection />
        <IdentitySection />
        <Part title={<Trans>Sign-in history</Trans>}>
          <SignInHistory />
        </Part>
      </div>
      {/* On a tablet the forms stand two abreast below the lists: half the page is too narrow for a text beside its button. */}
      <div className="grid min-w-0 items-start gap-10 md:grid-cols-2 lg:grid-cols-1">
        <Part title={hasPassword ? <Trans>Change password</Trans> : <Trans>Set a password</Trans>}>
          <PasswordForm user={user} />
        </Part>
        <Part title={<Trans>Change email</Trans>}>
          <ChangeEmailForm user={user} />
        </Part>
        <ConfirmAboveSection />
      </div>
    </div>
  )
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-xl">{title}</h2>
      {children}
    </section>
  )
}
