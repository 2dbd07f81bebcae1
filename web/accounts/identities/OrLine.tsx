import { Trans } from '@lingui/react/macro'

/** Separates a form from its alternatives. */
export function OrLine() {
  return (
    <p className="flex items-center gap-3 text-sm text-muted">
      <span aria-hidden className="h-px grow bg-line" />
      <Trans context="between two sign-in methods">or</Trans>
      <span aria-hidden className="h-px grow bg-line" />
    </p>
  )
}
