import { Trans } from '@lingui/react/macro'
import { useFormats } from '../../formats.ts'
import { Button } from '../../ui/Button.tsx'

type Props = { from: string; to: string; currency: string; onAgree: () => void }

/** A new price, which the user has to accept before the trade can open (decisions: Money). */
export function PriceChange({ from, to, currency, onAgree }: Props) {
  const formats = useFormats()
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-control border-s-4 border-accent bg-accent-soft px-4 py-3"
    >
      <p className="num">
        <Trans>
          The price has changed from {formats.fullPrice(from)} to <strong>{formats.fullPrice(to)}</strong> {currency}{' '}
          per USDT.
        </Trans>
      </p>
      <Button size="row" onClick={onAgree}>
        <Trans>Use the new price</Trans>
      </Button>
    </div>
  )
}
