import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useFormats } from '../../formats.ts'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { Icon } from '../../ui/Icon.tsx'
import { GROUPS, useApiCalls } from './document.ts'
import { SECTIONS, useSectionTexts, type SectionId } from './section-texts.tsx'

/** The table of contents: beside the sections and always in view on wide screens, to open above them on small ones. */
export function ApiContents() {
  const { t } = useLingui()
  return (
    <>
      <nav aria-label={t`On this page`} className="sticky top-6 hidden self-start pt-2 lg:block">
        <Links />
      </nav>
      <details className="group panel mb-6 lg:hidden">
        <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 px-4 font-semibold [&::-webkit-details-marker]:hidden">
          <Trans>On this page</Trans>
          <span className="text-muted transition-transform duration-150 group-open:rotate-180">
            <Icon of={ChevronDown} size={16} />
          </span>
        </summary>
        <nav aria-label={t`On this page`} className="px-4 pb-3">
          <Links />
        </nav>
      </details>
    </>
  )
}

function Links() {
  const titles = useSectionTexts()
  const formats = useFormats()
  const { data } = useApiCalls()
  const current = useSectionInView()
  return (
    <ul>
      {SECTIONS.map((id) => {
        const calls = GROUPS.some((group) => group === id)
          ? data?.filter(({ group }) => group === id).length
          : undefined
        return (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className="flex min-h-11 items-center justify-between gap-3 text-muted hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink lg:min-h-10 lg:border-s-2 lg:border-line lg:ps-3.5 lg:aria-[current]:border-accent"
            >
              {titles[id].title}
              {calls !== undefined && <span className="num text-sm font-normal">{formats.count(calls)}</span>}
            </a>
          </li>
        )
      })}
    </ul>
  )
}

/** The section that crosses the upper part of the window. */
function useSectionInView(): SectionId {
  const [current, setCurrent] = useState<SectionId>(SECTIONS[0])
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        const id = SECTIONS.find((section) => entries.some((each) => each.isIntersecting && each.target.id === section))
        if (id) setCurrent(id)
      },
      { rootMargin: '-15% 0px -80% 0px' },
    )
    for (const id of SECTIONS) {
      const section = document.getElementById(id)
      if (section) watcher.observe(section)
    }
    return () => watcher.disconnect()
  }, [])
  return current
}
