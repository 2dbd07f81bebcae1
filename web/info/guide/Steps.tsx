import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

export type Step = { title: ReactNode; text: ReactNode }

/** Numbered steps. `columns` sets them side by side on wide screens. */
export function Steps({ steps, columns = false }: { steps: readonly Step[]; columns?: boolean }) {
  const { i18n } = useLingui()
  return (
    <ol className={columns ? 'grid gap-x-10 md:grid-cols-3' : 'grid'}>
      {steps.map(({ title, text }, at) => (
        <li
          key={at}
          className={
            columns
              ? 'flex gap-5 border-t border-line py-5 md:block md:pt-6'
              : 'flex gap-5 border-t border-line py-5 first:border-t-0 first:pt-0'
          }
        >
          <span aria-hidden className="board w-8 shrink-0 text-[2.5rem] text-muted">
            {i18n.number(at + 1)}
          </span>
          <div className={columns ? 'md:mt-4' : 'max-w-[38em]'}>
            <h3 className="text-lg">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
