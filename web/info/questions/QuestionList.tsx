import { Chevron } from '../../ui/icons.tsx'
import type { Question } from './question.tsx'

type Props = {
  questions: readonly Question[]
  /** The id of the open question. */
  open: string | null
  onOpen: (id: string | null) => void
}

/** Questions whose answers open one at a time. Without scripts, each opens independently. */
export function QuestionList({ questions, open, onOpen }: Props) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {questions.map(({ id, title, answer }) => (
        <details
          key={id}
          id={id}
          open={open === id}
          onToggle={({ currentTarget }) => {
            if (currentTarget.open !== (open === id)) onOpen(currentTarget.open ? id : null)
          }}
          className="group scroll-mt-6"
        >
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-6 py-3 hover:text-ink [&::-webkit-details-marker]:hidden">
            <h3 className="text-lg font-medium">{title}</h3>
            <span className="shrink-0 text-muted transition-transform duration-150 group-open:rotate-180">
              <Chevron />
            </span>
          </summary>
          <div className="max-w-[42em] pb-5 text-muted">{answer}</div>
        </details>
      ))}
    </div>
  )
}
