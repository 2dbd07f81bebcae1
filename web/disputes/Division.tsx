import { Trans } from '@lingui/react/macro'
import { useFormats } from '../formats.ts'
import { DescriptionList, FactRow } from '../ui/DescriptionList.tsx'

type Props = { toBuyer: string; fee: string; toSeller: string }

/** How the USDT of the escrow is divided, to the last digit. */
export function Division({ toBuyer, fee, toSeller }: Props) {
  const formats = useFormats()
  return (
    <DescriptionList className="mt-1">
      <FactRow label={<Trans>To the buyer</Trans>}>{formats.usdt(toBuyer)}</FactRow>
      <FactRow label={<Trans>Platform fee</Trans>}>{formats.usdt(fee)}</FactRow>
      <FactRow label={<Trans>To the seller</Trans>}>{formats.usdt(toSeller)}</FactRow>
    </DescriptionList>
  )
}
