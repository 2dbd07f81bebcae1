import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FormStep } from './use-form-step.ts'

type Part = Exclude<FormStep, 'both'>

function usePartNames(): Readonly<Record<Part, string>> {
  const { t } = useLingui()
  return { price: t`Price and amounts`, terms: t`Payment and terms` }
}

/** Where the user is in the form. */
export function Steps({ step }: { step: Part }) {
  const { t, i18n } = useLingui()
  const names = Object.entries(usePartNames())
  const present = names.findIndex(([part]) => part === step)
  return (
    <ol aria-label={t`Steps`} className="grid grid-cols-2 gap-3">
      {names.map(([part, name], at) => (
        <li
          key={part}
          aria-current={part === step ? 'step' : undefined}
          className={`border-t-4 pt-2 text-sm leading-tight ${at <= present ? 'border-accent' : 'border-line'} ${part === step ? 'font-semibold' : 'text-muted'}`}
        >
          <span className="num">{i18n.number(at + 1)}.</span> {name}
        </li>
      ))}
    </ol>
  )
}

type FormPartProps = {
  part: Part
  step: FormStep
  children: ReactNode
}

/** The fields of a step. Those of the other one stay, with their values, out of sight. */
export function FormPart({ part, step, children }: FormPartProps) {
  const { t } = useLingui()
  const names = usePartNames()
  const name = names[part]
  const number = Object.keys(names).indexOf(part) + 1
  return (
    <section data-step={part} hidden={step !== 'both' && step !== part} className="relative grid gap-5 sm:grid-cols-2">
      {step === 'both' ? (
        <h2 className="text-lg sm:col-span-2">{name}</h2>
      ) : (
        // The list above shows the same.
        <h2 tabIndex={-1} className="sr-only">
          {t`Step ${number} of 2: ${name}`}
        </h2>
      )}
      {children}
    </section>
  )
}
