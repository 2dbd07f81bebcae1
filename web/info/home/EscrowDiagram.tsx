import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ASSET } from '../../../domain/asset.ts'
import { FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'

/** How the escrow works, as a picture: the rail of the USDT through the escrow, and the payment beside it. */
export function EscrowDiagram() {
  const { t } = useLingui()
  return (
    <figure aria-label={t`How the escrow works`} className="panel grid gap-5 p-4 sm:p-6">
      <Picture buyer={t`Buyer`} escrow={t`Escrow`} seller={t`Seller`} />
      <ol className="grid gap-2.5 border-t border-line pt-4">
        <Step number={1} className="bg-accent text-on-accent">
          <Trans>The seller’s USDT is locked in the escrow.</Trans>
        </Step>
        <Step number={2} className="bg-ink text-canvas">
          <Trans>The buyer pays the seller directly. No money passes through us.</Trans>
        </Step>
        <Step number={3} className="bg-buy text-on-buy">
          <Trans>The seller confirms the payment, and the USDT is released to the buyer.</Trans>
        </Step>
      </ol>
    </figure>
  )
}

function Step({ number, className, children }: { number: number; className: string; children: ReactNode }) {
  const { i18n } = useLingui()
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className={`num grid size-6 shrink-0 place-items-center rounded-full text-sm font-semibold forced-colors:border ${className}`}
      >
        {i18n.number(number)}
      </span>
      <span>{children}</span>
    </li>
  )
}

/** Turned back, so that words stay readable where the picture is mirrored. */
const unmirrored = '[transform-box:fill-box] origin-center rtl:-scale-x-100'
/** Forced colours leave a picture's own, so it takes theirs. */
const forced =
  'forced-color-adjust-none forced-colors:[--accent:Highlight] forced-colors:[--on-accent:HighlightText] forced-colors:[--buy:CanvasText] forced-colors:[--on-buy:Canvas] forced-colors:[--ink:CanvasText] forced-colors:[--muted:CanvasText] forced-colors:[--canvas:Canvas] forced-colors:[--surface:Canvas] forced-colors:[--edge:CanvasText] forced-colors:[--accent-soft:Canvas]'

/** The list below says the same in words. */
function Picture({ buyer, escrow, seller }: { buyer: string; escrow: string; seller: string }) {
  return (
    <svg
      viewBox="0 0 420 212"
      aria-hidden
      className={`mx-auto w-full max-w-[32rem] select-none rtl:-scale-x-100 ${forced}`}
    >
      {/* The USDT goes from the seller through the escrow to the buyer, the payment beside it the other way. */}
      <g className="fill-none stroke-accent" strokeWidth="4">
        <path d="M340 54H272" />
        <path d="m279 46-8 8 8 8" strokeWidth="3" />
      </g>
      <g className="fill-none stroke-buy" strokeWidth="4">
        <path d="M158 54H88" />
        <path d="m95 46-8 8 8 8" strokeWidth="3" />
      </g>
      <g className="fill-none stroke-ink" strokeWidth="2.5">
        <path d="M44 120V150Q44 170 64 170H356Q376 170 376 150V122" strokeDasharray="6 5" />
        <path d="m368 129 8-8 8 8" />
      </g>
      <Party x={12} />
      <Party x={344} />
      {/* A star of eight points, closed by a lock. */}
      <path
        d="m210 4 14.6 14.6h20.7v20.7L260 54l-14.7 14.7v20.7h-20.7L210 104l-14.6-14.6h-20.7V68.7L160 54l14.7-14.7V18.6h20.7Z"
        className="fill-accent-soft stroke-accent"
        strokeWidth="2.5"
      />
      <g className="fill-none stroke-ink" strokeWidth="3">
        <rect x="194" y="51" width="32" height="24" rx="4" />
        <path d="M200 51v-7a10 10 0 0 1 20 0v7M210 60v6" strokeLinecap="round" />
      </g>
      <Mark x={308} className="fill-accent" word="fill-on-accent" step={1} />
      <Mark x={210} y={170} className="fill-ink" word="fill-canvas" step={2} />
      <Mark x={122} className="fill-buy" word="fill-on-buy" step={3} />
      <Word x={308} y={32} isGoods>
        {ASSET}
      </Word>
      <Word x={122} y={32} isGoods>
        {ASSET}
      </Word>
      <Word x={210} y={204} isGoods>
        {FIAT_CURRENCIES.join(' · ')}
      </Word>
      <Word x={44} y={108}>
        {buyer}
      </Word>
      <Word x={210} y={128}>
        {escrow}
      </Word>
      <Word x={376} y={108}>
        {seller}
      </Word>
    </svg>
  )
}

function Party({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 22)`} className="fill-surface stroke-edge" strokeWidth="1.5">
      <rect width="64" height="64" rx="10" />
      <g className="fill-none stroke-ink" strokeWidth="2.5" strokeLinecap="round">
        <circle cx="32" cy="24" r="8" />
        <path d="M17 48a15 13 0 0 1 30 0" />
      </g>
    </g>
  )
}

type MarkProps = { x: number; y?: number; className: string; word: string; step: number }

/** The number of a step, on its way. */
function Mark({ x, y = 54, className, word, step }: MarkProps) {
  const { i18n } = useLingui()
  return (
    <>
      <circle cx={x} cy={y} r="13" className={`stroke-surface ${className}`} strokeWidth="4" />
      <text x={x} y={y + 5} textAnchor="middle" className={`num text-[14px] font-semibold ${word} ${unmirrored}`}>
        {i18n.number(step)}
      </text>
    </>
  )
}

type WordProps = { x: number; y: number; isGoods?: boolean; children: string }

/** A name, or what moves. */
function Word({ x, y, isGoods = false, children }: WordProps) {
  const look = isGoods ? 'fill-muted text-[14px]' : 'fill-ink text-[17px] font-semibold'
  return (
    <text x={x} y={y} textAnchor="middle" className={`${look} ${unmirrored}`}>
      {children}
    </text>
  )
}
