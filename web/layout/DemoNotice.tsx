import { Trans } from '@lingui/react/macro'

/** The line every page carries in its footer and every trade screen at its top (decisions: Law and honesty). */
export function DemoNotice({ className = '' }: { className?: string }) {
  return (
    <p className={`flex items-center gap-2 text-sm ${className}`}>
      <span className="rounded-[4px] bg-accent px-1.5 text-xs leading-5 font-semibold text-on-accent uppercase">
        <Trans>Demo</Trans>
      </span>
      <span>
        <Trans>Test environment: demonstration escrow, no real crypto moves.</Trans>
      </span>
    </p>
  )
}
