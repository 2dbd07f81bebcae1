import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { idsWith, OPENED_MAX, wordsOf } from './search.ts'

type Search = {
  list: RefObject<HTMLDivElement | null>
  query: string
  setQuery: (query: string) => void
  /** The ids of the questions found; null while nothing is searched. */
  found: readonly string[] | null
  /** Those of them whose answers are open. */
  opened: readonly string[]
  setOpened: (opened: readonly string[]) => void
}

/** Searches the questions in `list`, which has all of them while something is searched. */
export function useSearch(): Search {
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<readonly string[] | null>(null)
  const [opened, setOpened] = useState<readonly string[]>([])
  useLayoutEffect(() => {
    const words = wordsOf(query)
    const ids = words.length === 0 ? null : idsWith(words, list.current?.querySelectorAll('details') ?? [])
    setFound(ids)
    setOpened(ids !== null && ids.length <= OPENED_MAX ? ids : [])
  }, [query])
  return { list, query, setQuery, found, opened, setOpened }
}
