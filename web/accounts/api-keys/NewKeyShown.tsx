import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'

/** A new key, shown once for copying. */
export function NewKeyShown({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-5">
      <p>
        <Trans>Copy it now. You won’t see it again. Anyone who has it can do everything you allowed.</Trans>
      </p>
      <code dir="ltr" className="text-start font-mono text-sm [overflow-wrap:anywhere]">
        {secret}
      </code>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={secret} label={t`Copy the key`} />
        <Button variant="accent" size="row" onClick={onClose}>
          <Trans>I’ve saved it</Trans>
        </Button>
      </div>
    </div>
  )
}
