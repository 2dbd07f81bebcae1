import { Trans } from '@lingui/react/macro'
import type { Profile } from '../../domain/api/profiles/profiles.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { DownloadData } from './DownloadData.tsx'

/** Exporting the user's data, and deleting the account. */
export function AccountData({ profile }: { profile: Profile }) {
  return (
    <div className="mt-10 grid items-start gap-8 border-t border-line pt-8 md:grid-cols-[1fr_1.3fr]">
      <section className="grid gap-3">
        <h2 className="text-xl">
          <Trans>Your data</Trans>
        </h2>
        <DownloadData username={profile.username} />
      </section>
      <section className="grid gap-3">
        <h2 className="text-xl">
          <Trans>Delete account</Trans>
        </h2>
        <DeleteAccount profile={profile} />
      </section>
    </div>
  )
}
