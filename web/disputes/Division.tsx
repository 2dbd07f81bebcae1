import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { parseUsdt } from '../../domain/money.ts'
import { useFormats } from '../formats.ts'
import { DescriptionList, DescriptionRow } from '../ui/DescriptionList.tsx'

type Props = { toBuyer: string; fee: string; toSeller: string }

/** How the USDT of the escrow is divided, to the last digit. */
export function Division({ toBuyer, fee, toSeller }: Props) {
  return (
    <DescriptionList className="mt-1">
      <Part label={<Trans>To the buyer</Trans>} usdt={toBuyer} />
      <Part label={<Trans>Platform fee</Trans>} usdt={fee} />
      <Part label={<Trans>To the seller</Trans>} usdt={toSeller} />
    </DescriptionList>
  )
}

/** A part of zero has no row, as in the ledger. */
function Part({ label, usdt }: { label: ReactNode; usdt: string }) {
  const formats = useFormats()
  if (parseUsdt(usdt) === 0n) return null
  return <DescriptionRow label={label}>{formats.usdt(usdt)}</DescriptionRow>
}
