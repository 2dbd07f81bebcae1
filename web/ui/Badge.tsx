import type { ReactNode } from 'react'

export type BadgeTone = 'neutral' | 'buy' | 'sell' | 'accent' | 'done'

const tones: Record<BadgeTone, string> = {
  neutral: 'border-line text-muted',
  buy: 'border-transparent bg-buy-soft text-buy',
  sell: 'border-transparent bg-sell-soft text-sell',
  accent: 'border-transparent bg-accent text-on-accent',
  done: 'border-transparent bg-ink text-canvas',
}

/** A short status label. The word carries the meaning, the colour only repeats it. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-[4px] border px-2 py-0.5 text-sm font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
