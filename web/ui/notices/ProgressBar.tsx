import { useId, type ReactNode } from 'react'
import { barClass } from '../bar-class.ts'

type Props = {
  label: ReactNode
  /** The same in words, which also stands beside the bar: "3 of 10". */
  text: string
  value: number
  max: number
}

/** How much of a whole is reached or used, as a bar and in words. */
export function ProgressBar({ label, text, value, max }: Props) {
  const id = useId()
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span id={id}>{label}</span>
        <span className="num font-semibold">{text}</span>
      </div>
      <progress
        max={max}
        value={Math.min(value, max)}
        aria-labelledby={id}
        aria-valuetext={text}
        className={`mt-1.5 block w-full ${barClass}`}
      />
    </div>
  )
}
