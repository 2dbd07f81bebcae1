import { CATEGORIES, type Category } from './categories.ts'

export type FaqAddress = { category: Category | null; open: string | null }

/** The shelf and the open question an address names; a shelf that does not exist is all of them. */
export function faqAddressOf(address: string): FaqAddress {
  const { searchParams } = new URL(address)
  const category = CATEGORIES.find((known) => known === searchParams.get('category')) ?? null
  return { category, open: searchParams.get('open') }
}

/** The search part that names them: "?category=fees&open=fee", or nothing. */
export function faqSearch({ category, open }: FaqAddress): string {
  const search = new URLSearchParams()
  if (category !== null) search.set('category', category)
  if (open !== null) search.set('open', open)
  return search.size > 0 ? `?${search}` : ''
}
