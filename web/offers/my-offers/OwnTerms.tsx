import { Trans } from '@lingui/react/macro'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { Icon } from '../../ui/Icon.tsx'

/** What fits in one line of a wide screen. */
const SHORT_CHARACTERS = 100

/** The terms of an own offer in the list: a line that opens where they are longer, so that the rows stay equally high. */
export function OwnTerms({ terms }: { terms: string }) {
  const [firstLine = ''] = terms.split('\n', 1)
  if (firstLine === terms && terms.length <= SHORT_CHARACTERS) {
    return (
      <p className="col-span-full text-sm text-muted [overflow-wrap:anywhere]">
        <TermsLabel /> <bdi>{terms}</bdi>
      </p>
    )
  }
  return (
    <details className="group col-span-full min-w-0 text-sm text-muted">
      <summary className="flex min-h-6 cursor-pointer pointer-coarse:min-h-11 list-none items-center gap-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <TermsLabel />
        <bdi className="min-w-0 truncate group-open:hidden">{firstLine}</bdi>
        <span className="shrink-0 transition-transform duration-150 group-open:rotate-180">
          <Icon of={ChevronDown} size={16} />
        </span>
      </summary>
      <p dir="auto" className="mt-1 max-w-[65ch] whitespace-pre-line [overflow-wrap:anywhere]">
        {terms}
      </p>
    </details>
  )
}

function TermsLabel() {
  return (
    <span className="shrink-0 font-medium">
      <Trans>Terms:</Trans>
    </span>
  )
}
