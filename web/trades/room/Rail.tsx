import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import Check from 'lucide/dist/esm/icons/check.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import Lock from 'lucide/dist/esm/icons/lock.mjs'
import { dayOf, useDates } from '../../dates.ts'
import { Icon } from '../../ui/Icon.tsx'

/** `plain` and `held` belong to the explanation; the others to a live trade, where `yours` is the one in saffron. */
export type RailStepState = 'plain' | 'held' | 'done' | 'locked' | 'current' | 'yours' | 'ahead' | 'stopped'
export type RailStep = {
  state: RailStepState
  title: ReactNode
  /** When the trade got there: an ISO time. */
  at?: string | null
}

/** Where the system forces its colours, fills are not drawn. */
const presentInForcedColours =
  'forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'

const dots: Record<RailStepState, string> = {
  plain: 'border border-muted text-ink',
  held: `bg-accent text-on-accent ${presentInForcedColours}`,
  done: 'bg-ink text-canvas forced-colors:border',
  locked: 'bg-ink text-canvas forced-colors:border',
  current: `border-2 border-ink text-ink ${presentInForcedColours}`,
  yours: `bg-accent text-on-accent ${presentInForcedColours}`,
  ahead: 'border border-edge text-muted',
  stopped: 'border-2 border-sell text-sell',
}

type Props = {
  label: string
  steps: RailStep[]
  holdsFrom?: number
  /** The server's time, beside the steps' own. */
  now?: string | undefined
  /** One line on a phone: of the titles, that of the step where the trade is. */
  isShortOnPhones?: boolean
}

/** Four stations on a line, read from the start to the end, or downwards on a phone. */
export function Rail({ label, steps, holdsFrom, now, isShortOnPhones = false }: Props) {
  const look = isShortOnPhones ? line : column
  const shown = stepInSight(steps)
  return (
    <ol aria-label={label} className={look.list}>
      {steps.map((step, at) => (
        <li
          key={at}
          aria-current={step.state === 'current' || step.state === 'yours' ? 'step' : undefined}
          data-shown={at === shown ? true : undefined}
          className={look.item}
        >
          <div className={look.line}>
            <Dot step={step} number={at + 1} holdsLock={at === holdsFrom} />
            {at < steps.length - 1 && (
              <span aria-hidden className={`relative grow bg-line forced-colors:bg-[GrayText] ${look.track}`}>
                <span className={`${fillClass} ${fillOf(step, steps[at + 1], at === holdsFrom)}`} />
              </span>
            )}
          </div>
          <p
            className={`${look.title} ${step.state === 'ahead' || step.state === 'plain' || step.state === 'held' ? 'text-muted' : 'font-medium'}`}
          >
            {step.title}
            <StateWord state={step.state} />
            {step.at && now && <StepTime at={step.at} now={now} />}
          </p>
        </li>
      ))}
    </ol>
  )
}

const line = {
  list: 'flex text-sm sm:grid sm:grid-cols-4',
  item: 'group/step relative flex min-w-9 grow items-center last:min-w-7 last:grow-0 data-shown:min-w-0 sm:block sm:min-w-0!  sm:last:grow',
  line: 'contents sm:flex sm:items-center',
  track: 'h-0.5 min-w-2 max-sm:order-last',
  title:
    'max-sm:sr-only max-sm:group-data-shown/step:not-sr-only max-sm:group-data-shown/step:px-2! sm:pt-2 sm:pe-2 md:pe-6 sm:[overflow-wrap:anywhere]',
}
const column = {
  list: 'grid text-sm md:grid-cols-4',
  item: 'flex gap-3 md:block',
  line: 'flex flex-col items-center md:flex-row',
  track: 'min-h-3 w-0.5 md:h-0.5 md:min-h-0 md:w-auto',
  title: 'pt-0.5 pb-4 md:pt-2 md:pe-6 md:pb-0',
}

/** Where the trade is: the present step, the one at which it stopped, or its end. */
function stepInSight(steps: RailStep[]): number {
  const at = steps.findIndex(({ state }) => state === 'current' || state === 'yours' || state === 'stopped')
  return at === -1 ? steps.length - 1 : at
}

/** A step of today needs no date. */
function StepTime({ at, now }: { at: string; now: string }) {
  const dates = useDates()
  const isToday = dayOf(Date.parse(at)) === dayOf(Date.parse(now))
  return (
    <time dateTime={at} className="num block text-xs font-normal text-muted max-sm:sr-only">
      {isToday ? dates.time(at) : dates.moment(at)}
    </time>
  )
}

function Dot({ step, number, holdsLock }: { step: RailStep; number: number; holdsLock: boolean }) {
  return (
    <span
      aria-hidden
      className={`num grid size-7 shrink-0 place-items-center rounded-full font-semibold transition-colors duration-200 ${dots[step.state]}`}
    >
      <DotMark state={step.state} number={number} holdsLock={holdsLock} />
    </span>
  )
}

function DotMark({ state, number, holdsLock }: { state: RailStepState; number: number; holdsLock: boolean }) {
  const { i18n } = useLingui()
  if (state === 'locked' || holdsLock) return <Icon of={Lock} size={14} />
  if (state === 'done') return <Icon of={Check} size={16} />
  if (state === 'stopped') return <Icon of={X} size={18} />
  return i18n.number(number)
}

/** A move of the trade is seen as the line that grows to the next step. */
const fillClass =
  'absolute inset-y-0 start-0 transition-[width,background-color] duration-500 forced-colors:bg-[CanvasText]'

/** Saffron while the escrow holds in the explanation, and on the way to a step that is yours. */
function fillOf(from: RailStep, to: RailStep | undefined, isHeld: boolean): string {
  if (isHeld || to?.state === 'yours') return 'w-full bg-accent'
  const isBehind =
    (from.state === 'done' || from.state === 'locked' || from.state === 'stopped') && to?.state !== 'ahead'
  return isBehind ? 'w-full bg-ink' : 'w-0 bg-ink'
}

function StateWord({ state }: { state: RailStepState }) {
  if (state === 'done')
    return (
      <span className="sr-only">
        {' '}
        <Trans>(done)</Trans>
      </span>
    )
  if (state === 'current' || state === 'yours')
    return (
      <span className="sr-only">
        {' '}
        <Trans>(now)</Trans>
      </span>
    )
  return null
}
