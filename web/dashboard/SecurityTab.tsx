import { Trans } from '@lingui/react/macro'
import { PasswordForm } from '../accounts/PasswordForm.tsx'
import { SessionList } from '../accounts/SessionList.tsx'

/** Where one is signed in, and the password. */
export function SecurityTab() {
  return (
    <div className="grid items-start gap-10 md:grid-cols-[1.4fr_1fr]">
      <section>
        <h2 className="mb-3 text-xl">
          <Trans>Where you are signed in</Trans>
        </h2>
        <SessionList />
      </section>
      <section>
        <h2 className="mb-3 text-xl">
          <Trans>Change Password</Trans>
        </h2>
        <PasswordForm />
      </section>
    </div>
  )
}
