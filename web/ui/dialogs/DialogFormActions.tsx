import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { Button } from '../Button.tsx'

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'busyText' | 'disabled' | 'children'> & {
  onBack: () => void
  busy: boolean
}

/** The buttons of a form in a dialog: "Go back", and the one that sends it, whose text is `children`. */
export function DialogFormActions({ onBack, busy, variant = 'accent', ...send }: Props) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="quiet" onClick={onBack} disabled={busy}>
        <Trans>Go back</Trans>
      </Button>
      <Button type="submit" variant={variant} busy={busy} {...send} />
    </div>
  )
}
