import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import { useActFor } from './use-act-for.ts'

/** On every page while the session acts for the owner of a team. */
export function ActingBanner({ username }: { username: string }) {
  const { isBusy, actFor } = useActFor()
  const owner = <bdi className="font-semibold">{username}</bdi>
  return (
    <div role="status" className="bg-accent text-on-accent">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-1.5">
        <p>
          <Trans>You’re acting for {owner}. What you do is recorded under your name.</Trans>
        </p>
        <Button size="row" variant="line" busy={isBusy} onClick={() => actFor(null)}>
          <Trans>Switch back to my account</Trans>
        </Button>
      </div>
    </div>
  )
}
