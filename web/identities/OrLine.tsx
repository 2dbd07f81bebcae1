import { Trans } from '@lingui/react/macro'

/** Between a form and the other ways to the same end. */
export function OrLine() {
  return (
    <p className="flex items-center gap-3 text-sm text-muted">
      <span aria-hidden className="h-px grow bg-line" />
      <Trans context="between two sign-in methods">or</Trans>
      <span aria-hidden className="h-px grow bg-line" />
    </p>
  )
}
