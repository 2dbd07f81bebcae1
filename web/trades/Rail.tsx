import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Check, Cross, Lock } from '../ui/icons.tsx'

/** `plain` and `held` belong to the explanation; the others to a live trade, where `yours` is the one in saffron. */
export type RailStepState = 'plain' | 'held' | 'done' | 'locked' | 'current' | 'yours' | 'ahead' | 'stopped'
export type RailStep = { state: RailStepState; title: ReactNode }

const dots: Record<RailStepState, string> = {
  plain: 'border border-muted text-ink',
  held: 'bg-accent text-on-accent',
  done: 'bg-ink text-canvas',
  locked: 'bg-ink text-canvas',
  current: 'border-2 border-ink text-ink',
  yours: 'bg-accent text-on-accent',
  ahead: 'border border-edge text-muted',
  stopped: 'border-2 border-sell text-sell',
}

/** Four stations on a line, read left to right, or downwards on a phone. */
export function Rail({ label, steps, holdsFrom }: { label: string; steps: RailStep[]; holdsFrom?: number }) {
  return (
    <ol aria-label={label} className="grid text-sm md:grid-cols-4">
      {steps.map((step, at) => (
        <li
          key={at}
          aria-current={step.state === 'current' || step.state === 'yours' ? 'step' : undefined}
          className="flex gap-3 md:block"
        >
          <div className="flex flex-col items-center md:flex-row">
            <Dot step={step} number={at + 1} holdsLock={at === holdsFrom} />
            {at < steps.length - 1 && <Track colour={trackColour(step, steps[at + 1], at === holdsFrom)} />}
          </div>
          <p
            className={`pt-0.5 pb-4 md:pt-2 md:pe-6 md:pb-0 ${step.state === 'ahead' || step.state === 'plain' || step.state === 'held' ? 'text-muted' : 'font-medium'}`}
          >
            {step.title}
            <StateWord state={step.state} />
          </p>
        </li>
      ))}
    </ol>
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
  if (state === 'locked' || holdsLock) return <Lock />
  if (state === 'done') return <Check />
  if (state === 'stopped') return <Cross />
  return number
}

function Track({ colour }: { colour: string }) {
  return (
    <span
      aria-hidden
      className={`min-h-3 w-0.5 grow transition-colors duration-200 md:h-0.5 md:min-h-0 md:w-auto ${colour}`}
    />
  )
}

/** Saffron while the escrow holds in the explanation, and on the way to a step that is yours. */
function trackColour(from: RailStep, to: RailStep | undefined, isHeld: boolean): string {
  if (isHeld || to?.state === 'yours') return 'bg-accent'
  const isBehind =
    (from.state === 'done' || from.state === 'locked' || from.state === 'stopped') && to?.state !== 'ahead'
  return isBehind ? 'bg-ink' : 'bg-line'
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
