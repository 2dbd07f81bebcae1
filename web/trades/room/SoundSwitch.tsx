import { Trans, useLingui } from '@lingui/react/macro'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import VolumeOff from 'lucide/dist/esm/icons/volume-x.mjs'
import VolumeOn from 'lucide/dist/esm/icons/volume-2.mjs'
import { Icon } from '../../ui/Icon.tsx'
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
        <Icon of={isOn ? VolumeOn : VolumeOff} size={20} className="rtl:-scale-x-100" />
      </button>
      <p role="status" className={isBlocked ? 'w-full text-sm text-muted' : 'sr-only'}>
        {isBlocked && <Trans>Your browser blocks sound until you press something on this page.</Trans>}
      </p>
    </>
  )
}
