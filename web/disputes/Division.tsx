import { Trans } from '@lingui/react/macro'
import { useFormats } from '../formats.ts'
import { DescriptionList, DescriptionRow } from '../ui/DescriptionList.tsx'

type Props = { toBuyer: string; fee: string; toSeller: string }

/** How the USDT of the escrow is divided, to the last digit. */
export function Division({ toBuyer, fee, toSeller }: Props) {
  const formats = useFormats()
  return (
    <DescriptionList className="mt-1">
      <DescriptionRow label={<Trans>To the buyer</Trans>}>{formats.usdt(toBuyer)}</DescriptionRow>
      <DescriptionRow label={<Trans>Platform fee</Trans>}>{formats.usdt(fee)}</DescriptionRow>
      <DescriptionRow label={<Trans>To the seller</Trans>}>{formats.usdt(toSeller)}</DescriptionRow>
    </DescriptionList>
  )
}
