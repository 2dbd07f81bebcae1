import { CATEGORIES, type Category } from './categories.ts'

export type FaqAddress = { category: Category | null; open: string | null }

/** The category and the open question of a query. An unknown category shows all questions. */
export function faqAddressOf(search: string): FaqAddress {
  const parameters = new URLSearchParams(search)
  const category = CATEGORIES.find((known) => known === parameters.get('category')) ?? null
  return { category, open: parameters.get('open') }
}

/** The query for them: "?category=fees&open=fee", or an empty string. */
export function faqSearch({ category, open }: FaqAddress): string {
  const search = new URLSearchParams()
  if (category !== null) search.set('category', category)
  if (open !== null) search.set('open', open)
  return search.size > 0 ? `?${search}` : ''
}
