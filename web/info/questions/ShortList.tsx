import { Link } from '../../layout/Link.tsx'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { paths } from '../../paths.ts'
import type { Question } from './question.tsx'
import { clearOpenedEarly, openedEarly } from './opened-early.ts'
import { QuestionList } from './QuestionList.tsx'

/** A few questions on another page, and a link to the whole FAQ. */
export function ShortList({ questions }: { questions: readonly Question[] }) {
  const [open, setOpen] = useState(openedEarly)
  useEffect(clearOpenedEarly, [])
  return (
    <div>
      <QuestionList
        questions={questions}
        open={open === null ? [] : [open]}
        onToggle={(id, isOpen) => setOpen(isOpen ? id : null)}
      />
      <Link to={paths.faq} className="mt-4 inline-flex min-h-9 items-center underline underline-offset-4">
        <Trans>All questions</Trans>
      </Link>
    </div>
  )
}
