import type { RefObject } from 'react'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { Icon } from '../../ui/Icon.tsx'
import type { Question } from './question.tsx'

type Props = {
  questions: readonly Question[]
  /** The ids of the questions whose answers are open. */
  open: readonly string[]
  onToggle: (id: string, isOpen: boolean) => void
  /** The ids of the questions that are shown; every one where it is null or left out. */
  found?: readonly string[] | null
  list?: RefObject<HTMLDivElement | null>
}

/** Questions with their answers to open. Without scripts, each opens independently. */
export function QuestionList({ questions, open, onToggle, found = null, list }: Props) {
  return (
    <div ref={list} className="border-t border-line">
      {questions.map(({ id, title, answer }) => (
        <details
          key={id}
          id={id}
          hidden={found !== null && !found.includes(id)}
          open={open.includes(id)}
          onToggle={({ currentTarget }) => {
            if (currentTarget.open !== open.includes(id)) onToggle(id, currentTarget.open)
          }}
          className="group scroll-mt-6 border-b border-line"
        >
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-6 py-3 hover:text-ink [&::-webkit-details-marker]:hidden">
            <h3 className="text-lg font-medium">{title}</h3>
            <span className="shrink-0 text-muted transition-transform duration-150 group-open:rotate-180">
              <Icon of={ChevronDown} size={16} />
            </span>
          </summary>
          <div className="max-w-[42em] pb-5 text-muted">{answer}</div>
        </details>
      ))}
    </div>
  )
}
