import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { DeleteAccount } from './DeleteAccount.tsx'
import { DownloadData } from './DownloadData.tsx'
import { LanguageForm } from './LanguageForm.tsx'
import { WithProfile } from './WithProfile.tsx'

/** The language of the account, the export of its data, and its deletion. */
export function DataSection() {
  return (
    <WithProfile>
      {(profile) => (
        <div className="grid max-w-3xl grid-cols-1 gap-10">
          <LanguageForm profile={profile} />
          <Part title={<Trans>Your data</Trans>}>
            <DownloadData username={profile.username} />
          </Part>
          <Part title={<Trans>Delete account</Trans>}>
            <DeleteAccount profile={profile} />
          </Part>
        </div>
      )}
    </WithProfile>
  )
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}
