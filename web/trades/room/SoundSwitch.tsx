import { Trans, useLingui } from '@lingui/react/macro'
import type { Trade } from '../../../domain/api.ts'
import { Speaker } from './Speaker.tsx'
import { useSound } from './use-sound.ts'

/** Switches the tone of this browser on and off, and says so where the browser blocks it. */
export function SoundSwitch({ trade, isMyTurn }: { trade: Trade; isMyTurn: boolean }) {
  const { t } = useLingui()
  const { isOn, isBlocked, toggle } = useSound(trade, isMyTurn)
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-label={t`Sound for your turn and new messages`}
        title={isOn ? t`Sound is on` : t`Sound is off`}
        onClick={toggle}
        className="grid size-11 shrink-0 place-items-center rounded-control border border-edge text-muted hover:border-ink aria-checked:bg-accent-soft aria-checked:text-ink"
      >
        <Speaker isOn={isOn} />
      </button>
      <p role="status" className={isBlocked ? 'w-full text-sm text-muted' : 'sr-only'}>
        {isBlocked && <Trans>Your browser blocks sound until you press something on this page.</Trans>}
      </p>
    </>
  )
}
