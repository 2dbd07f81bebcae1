import { Trans, useLingui } from '@lingui/react/macro'
import type { ListedCase } from '../../../domain/api/disputes/disputes.ts'
import { DISPUTE_REASONS } from '../../../domain/disputes/disputes.ts'
import { PAYMENT_METHOD_NAMES } from '../../../domain/payments/methods.ts'
import { useFormats } from '../../formats.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Translated } from '../../ui/Translated.tsx'
import { CaseBadges } from './CaseBadges.tsx'
import { Deadline } from './Deadline.tsx'
import { TakeCase } from './TakeCase.tsx'

type Props = {
  row: ListedCase
  /** The case that the arbiter decides next. */
  isNext: boolean
  clockOffsetMs: number
}

/** One case of the queue: what it is about, until when, and whether the arbiter can take it. */
export function CaseRow({ row, isNext, clockOffsetMs }: Props) {
  const formats = useFormats()
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[1fr_auto] md:items-center md:px-5">
      <div className="grid min-w-0 gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi dir="ltr" className="num font-semibold">
            {row.reference}
          </bdi>
          <CaseBadges dispute={row} />
        </p>
        <p>
          <Translated text={DISPUTE_REASONS[row.reason].text} /> <OpenedBy by={row.openedBy} />
        </p>
        <p className="num text-sm text-muted">
          <bdi>{formats.usdt(row.amountUsdt)}</bdi> · <bdi>{formats.fiat(row.amountFiat, row.fiatCurrency)}</bdi> ·{' '}
          <bdi>
            <Translated text={PAYMENT_METHOD_NAMES[row.paymentMethod]} />
          </bdi>
        </p>
        <Deadline dispute={row} clockOffsetMs={clockOffsetMs} />
      </div>
      <Way row={row} isNext={isNext} />
    </li>
  )
}

export function OpenedBy({ by }: { by: ListedCase['openedBy'] }) {
  return (
    <span className="text-sm text-muted">
      {by === 'buyer' && <Trans>(opened by the buyer)</Trans>}
      {by === 'seller' && <Trans>(opened by the seller)</Trans>}
    </span>
  )
}

/** Opens the arbiter's own case, takes one that is free, or says why neither is possible. */
function Way({ row, isNext }: Pick<Props, 'row' | 'isNext'>) {
  const { t } = useLingui()
  const { reference } = row
  if (row.isMine) {
    return (
      <Link
        to={paths.case(row.tradeId)}
        aria-label={t`Open case ${reference}`}
        className={buttonClass(isNext ? 'accent' : 'line', 'row', 'justify-self-start')}
      >
        <Trans>Open case</Trans>
      </Link>
    )
  }
  if (row.isTaken) {
    return (
      <p className="max-w-[24ch] text-sm text-muted">
        <Trans>Another arbiter has this case.</Trans>
      </p>
    )
  }
  return <TakeCase row={row} />
}
