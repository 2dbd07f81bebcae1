import { Link } from '../layout/Link.tsx'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { PageHead } from '../layout/Article.tsx'
import { faqAddressOf, faqSearch } from './questions/address.ts'
import { allQuestions, questionsOf } from './questions/all.ts'
import { type Category, CATEGORIES } from './questions/categories.ts'
import type { Question } from './questions/question.tsx'
import { QuestionList } from './questions/QuestionList.tsx'
import { useSearch } from './questions/use-search.ts'
import { TextField } from '../ui/fields/TextField.tsx'

/** The FAQ (spec-coverage 2 Static). The category and the open question are in the query. */
export default function FaqPage() {
  const { category, open } = faqAddressOf(useLocation().search)
  useScrollTo(open)
  const { t } = useLingui()
  const navigate = useNavigate()
  const names = useCategoryNames()
  const { list, query, setQuery, found, opened, setOpened } = useSearch()
  const isSearching = query.trim() !== ''
  function toggle(id: string, isOpen: boolean) {
    if (isSearching) return setOpened(isOpen ? [...opened, id] : opened.filter((each) => each !== id))
    const search = faqSearch({ category, open: isOpen ? id : null })
    void navigate(`${paths.faq}${search}`, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <PageTitle title={t`Frequently asked questions`} description={t`Answers about trading USDT on Sarraf.`} />
      <PageHead title={<Trans>Frequently asked questions</Trans>} lead={<Trans>How Sarraf works today.</Trans>} />
      <div className="wrap grid items-start gap-x-12 gap-y-6 py-8 md:py-12 lg:grid-cols-[13rem_1fr]">
        <Categories chosen={isSearching ? undefined : category} onChoose={() => setQuery('')} />
        <section aria-labelledby="questions">
          <h2 id="questions" className="sr-only">
            <Trans>Questions</Trans>
          </h2>
          <SearchBox query={query} onQuery={setQuery} list={list} found={found} />
          <QuestionList
            list={list}
            questions={withCategories(category === null || isSearching ? allQuestions : questionsOf(category), names)}
            found={found}
            open={isSearching ? opened : open === null ? [] : [open]}
            onToggle={toggle}
          />
        </section>
      </div>
      <StillAsking />
    </>
  )
}

type SearchBoxProps = {
  query: string
  onQuery: (query: string) => void
  list: RefObject<HTMLDivElement | null>
  found: readonly string[] | null
}

/** Without scripts there is no box, and the whole list. Enter leads to the first question found, Escape clears the box. */
function SearchBox({ query, onQuery, list, found }: SearchBoxProps) {
  const { t } = useLingui()
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && query !== '') {
      event.preventDefault()
      onQuery('')
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>('details:not([hidden]) summary')?.focus()
  }
  return (
    <div className="mb-5 noscript:hidden" role="search">
      <TextField
        type="search"
        name="search"
        label={t`Search the questions`}
        autoComplete="off"
        value={query}
        onValueChange={onQuery}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="mt-1.5 min-h-6 text-sm text-muted">
        {found !== null && (
          <Plural value={found.length} _0="No question found" one="# question found" other="# questions found" />
        )}
      </p>
    </div>
  )
}

type CategoriesProps = { chosen: Category | null | undefined; onChoose: () => void }

function Categories({ chosen, onChoose }: CategoriesProps) {
  const { t } = useLingui()
  const names = useCategoryNames()
  return (
    <nav aria-label={t`Categories`} className="flex flex-wrap gap-2 lg:sticky lg:top-6 lg:grid lg:gap-0">
      {[null, ...CATEGORIES].map((category) => (
        <Link
          key={category ?? 'all'}
          to={`${paths.faq}${faqSearch({ category, open: null })}`}
          replace
          preventScrollReset
          onClick={onChoose}
          aria-current={category === chosen ? 'true' : undefined}
          className="flex h-11 items-center rounded-control border border-line px-3.5 text-muted hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink lg:rounded-none lg:border-0 lg:border-s-2 lg:aria-[current]:border-accent"
        >
          {category === null ? t`All` : names[category]}
        </Link>
      ))}
    </nav>
  )
}

/** The search finds a question by the name of its category, too: not every answer about fees has the word. */
function withCategories(questions: readonly Question[], names: Readonly<Record<Category, string>>): Question[] {
  return questions.map((question) => ({
    ...question,
    answer: (
      <>
        {question.answer}
        <span hidden> {names[question.category]}</span>
      </>
    ),
  }))
}

function useCategoryNames(): Readonly<Record<Category, string>> {
  const { t } = useLingui()
  return {
    'getting-started': t`Getting started`,
    security: t`Security`,
    fees: t`Fees`,
    trading: t`Trading`,
    account: t`Account`,
    technical: t`Technical`,
  }
}

function StillAsking() {
  return (
    <section className="border-t border-line">
      <div className="wrap flex flex-wrap items-baseline gap-x-6 gap-y-2 py-10">
        <h2 className="text-xl">
          <Trans>Still have a question?</Trans>
        </h2>
        <Link to={paths.contact} className="underline underline-offset-4">
          <Trans>Contact us</Trans>
        </Link>
      </div>
    </section>
  )
}

/** Scrolls to the question that the address names on arrival; opening a question by hand does not scroll. */
function useScrollTo(open: string | null): void {
  const asked = useRef(open)
  useEffect(() => {
    if (asked.current !== null) document.getElementById(asked.current)?.scrollIntoView({ block: 'center' })
  }, [])
}
