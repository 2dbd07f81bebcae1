import { Trans } from '@lingui/react/macro'

type Props = {
  /** `brief` stands beside what is to be paid; `full` also says that the contract escrow is not built yet, for every screen of a trade (spec-coverage 1). */
  length?: 'brief' | 'short' | 'full'
  /** The money is handed over at a meeting. */
  isInPerson?: boolean
  className?: string
}

/**
 * The line in the footer of every page and on every trade screen (decisions: Interface). Where a screen has one, the
 * footer hides its own.
 */
export function DemoNotice({ length = 'full', isInPerson = false, className = '' }: Props) {
  return (
    <p data-demo-notice className={`flex items-baseline gap-2 text-sm ${className}`}>
      <span className="rounded-[4px] bg-accent px-1.5 text-xs leading-5 font-semibold text-on-accent uppercase">
        <Trans>Demo</Trans>
      </span>
      <span>
        {isInPerson ? (
          <Trans>Test environment: the USDT is not real. Don’t meet, and don’t hand over money.</Trans>
        ) : length === 'brief' ? (
          <Trans>The USDT is not real. Don’t send real money.</Trans>
        ) : (
          <Trans>Test environment: the USDT is not real. Don’t send real money.</Trans>
        )}
        {length === 'full' && (
          <>
            {' '}
            <Trans>The smart-contract escrow is still being built.</Trans>
          </>
        )}
      </span>
    </p>
  )
}
