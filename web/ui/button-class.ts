export type ButtonVariant = 'accent' | 'buy' | 'sell' | 'line' | 'quiet' | 'link' | 'danger'
export type ButtonSize = 'normal' | 'row'

/** Where the system forces its colours, a fill is not drawn: a border takes its place. */
const variants: Record<ButtonVariant, string> = {
  accent: 'bg-accent text-on-accent hover:brightness-95 forced-colors:border',
  buy: 'bg-buy text-on-buy hover:brightness-95 forced-colors:border',
  sell: 'bg-sell text-on-sell hover:brightness-95 forced-colors:border',
  line: 'border border-edge bg-surface text-ink hover:border-ink',
  quiet: 'text-ink hover:bg-line/60 forced-colors:border',
  link: 'touch-area h-auto! min-h-0! px-0! py-0! font-normal! text-muted underline underline-offset-4 hover:text-ink',
  danger: 'border border-sell bg-surface text-sell hover:bg-sell-soft',
}

/**
 * The look of a button, for buttons and for links that act like one. `row` is the 40 px height used inside lists, 44 px under a finger.
 * Labels wrap on phones only, where two words of French or Arabic can be wider than the screen.
 */
export function buttonClass(variant: ButtonVariant = 'line', size: ButtonSize = 'normal', extra = ''): string {
  const height =
    size === 'row' ? 'h-10 px-4 max-[400px]:min-h-10 pointer-coarse:min-h-11' : 'h-11 px-5 max-[400px]:min-h-11'
  return `inline-flex items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap max-[400px]:h-auto max-[400px]:py-1.5 max-[400px]:whitespace-normal select-none transition-[filter,background-color,border-color] duration-150 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 aria-busy:opacity-75 ${height} ${variants[variant]} ${extra}`
}
