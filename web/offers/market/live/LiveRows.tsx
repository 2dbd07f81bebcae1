import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { OfferQuery } from '../../../../domain/api/offers/offers.ts'
import { choice } from '../../../session/choice.ts'
import { highlight } from './highlight.ts'
import { useRowKeys } from './use-row-keys.ts'
import { NO_NEWS, watchOffers, type Change } from './watch-offers.ts'

export type LiveList = {
  /** Of the list's data. */
  queryKey: QueryKey
  query: OfferQuery
  /** What the line above the list says. */
  children: ReactNode
}

const shortcuts = choice('shortcuts', ['on', 'off'], 'on')

/** The line above a list, with the button that shows new offers in place of the number of offers; and the keys of the rows. */
export default function LiveRows({ queryKey, query, children }: LiveList) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [news, setNews] = useState(NO_NEWS)
  const [changed, setChanged] = useState({ text: '', times: 0 })
  const line = useRef<HTMLParagraphElement>(null)
  const areOn = shortcuts.use() === 'on'
  useRowKeys(areOn)

  const onChanges = useEffectEvent((changes: Change[]) => {
    requestAnimationFrame(() => highlight(changes))
    const focused = document.activeElement?.closest<HTMLElement>('[data-offer]')?.dataset.offer
    const [change] = changes.filter(({ offerId }) => offerId === focused)
    if (!change) return
    const text = change.what === 'gone' ? t`No longer available` : t`This offer has changed.`
    setChanged(({ times }) => ({ text, times: times + 1 }))
  })
  useEffect(
    () => watchOffers({ client, queryKey, query, onNews: setNews, onChanges: (changes) => onChanges(changes) }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the parent renders another one for another query
    [client],
  )

  async function show() {
    setNews(NO_NEWS)
    // The button is about to go: the focus stays in the line above the rows.
    line.current?.focus({ preventScroll: true })
    await client.invalidateQueries({ queryKey })
  }

  const { added, isReordered } = news
  return (
    <>
      <p ref={line} role="status" tabIndex={-1} className="text-sm text-muted outline-none">
        {added > 0 || isReordered ? (
          <button
            type="button"
            onClick={() => void show()}
            className="inline-flex h-9 items-center rounded-control bg-accent px-3 font-semibold text-on-accent hover:brightness-95"
          >
            {added > 0
              ? t`${plural(added, { one: '# new offer – show', other: '# new offers – show' })}`
              : t`Offers reordered – show`}
          </button>
        ) : (
          children
        )}
        {/* Another element each time: screen readers do not read the same text again. */}
        <span key={changed.times} className="sr-only">
          {changed.text}
        </span>
      </p>
      {/* At the other end than the button that saves the search: whichever is loaded first is not moved by the other. */}
      <p className="order-last ms-auto hidden items-center gap-2 text-sm text-muted lg:flex [:lang(fr)_&]:text-xs">
        {areOn && (
          <Trans>
            <kbd>J</kbd> and <kbd>K</kbd> move between offers, <kbd>/</kbd> goes to the amount.
          </Trans>
        )}
        <button
          type="button"
          onClick={() => shortcuts.write(areOn ? 'off' : 'on')}
          className="underline underline-offset-4 hover:text-ink"
        >
          {areOn ? t`Turn off shortcuts` : t`Turn on shortcuts`}
        </button>
      </p>
    </>
  )
}
