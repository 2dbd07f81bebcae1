import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { useActFor } from './use-act-for.ts'

/** A page of the user's own account. While the session acts for an owner a note stands in its place, which says why and ends the acting. */
export function OwnAccount({ children }: { children: ReactNode }) {
  const { actingFor } = useSession()
  return actingFor ? <Note username={actingFor.username} /> : children
}

function Note({ username }: { username: string }) {
  const { isBusy, actFor } = useActFor({ isHere: true })
  const owner = <bdi className="font-semibold">{username}</bdi>
  return (
    <EmptyState
      title={<Trans>This page belongs to your own account</Trans>}
      action={
        <Button variant="accent" busy={isBusy} onClick={() => actFor(null)}>
          <Trans>Switch back to my account</Trans>
        </Button>
      }
    >
      <Trans>You’re acting for {owner}. To open this page, switch back to your account.</Trans>
    </EmptyState>
  )
}
