import { Trans } from '@lingui/react/macro'
import { useFormats } from '../../formats.ts'

/** An offer's price against the reference rate: "+1.5% vs market". */
export function VsMarket({ percentage, className = 'text-ink' }: { percentage: string; className?: string }) {
  const figure = (
    <span dir="ltr" className={className}>
      {useFormats().percentage(percentage)}
    </span>
  )
  return <Trans>{figure} vs market</Trans>
}
