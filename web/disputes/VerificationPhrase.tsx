import { Trans, useLingui } from '@lingui/react/macro'
import { CopyButton } from '../ui/CopyButton.tsx'

/** The words by which the parties know the arbiter. */
export function VerificationPhrase({ phrase }: { phrase: string }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-1.5">
      <h3 className="text-base">
        <Trans>Verification phrase</Trans>
      </h3>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <strong dir="ltr" className="text-lg">
          {phrase}
        </strong>
        <CopyButton text={phrase} label={t`Copy the verification phrase`} />
      </div>
      <p className="text-sm text-muted">
        <Trans>
          The arbiter quotes these words to you, in the chat of this trade only. No one from Sarraf will ever ask you
          for them.
        </Trans>
      </p>
    </div>
  )
}
