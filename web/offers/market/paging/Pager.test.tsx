import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from '../../../testing/render.tsx'
import { Pager } from './Pager.tsx'
import { SearchNote } from './SearchNote.tsx'

test.each([
  [11, 1, ['1', '2']],
  [50, 1, ['1', '2', '3', '4', '5']],
  [51, 1, ['1', '2', '3', '4', '5']],
  [400, 3, ['1', '2', '3', '4', '5']],
])('%i offers, page %i: at most the first five pages have a number', async (count, page, numbers) => {
  const { container } = await render(
    <MemoryRouter>
      <Pager result={resultOf(count)} page={page} />
    </MemoryRouter>,
  )
  const links = [...container.querySelectorAll('a')].map(({ textContent }) => textContent)
  expect(links.filter((text) => /^\d+$/.test(text ?? ''))).toEqual(numbers)
  const first = (page - 1) * 10 + 1
  expect(container.textContent).toContain(`Showing ${first} to ${first + 9} of ${count} offers`)
})

test('a single page has no pager', async () => {
  const { container } = await render(
    <MemoryRouter>
      <Pager result={{ ...resultOf(10), nextCursor: null }} page={1} />
    </MemoryRouter>,
  )
  expect(container.textContent).toBe('')
})

function resultOf(count: number) {
  return {
    offers: Array.from({ length: 10 }) as never,
    total: { count, isExact: true },
    nextCursor: 'next',
    previousCursor: null,
    searched: null,
    now: '2026-11-22T00:00:00.000Z',
  }
}

test('a search that stopped says after how many offers, and continues by Next only', async () => {
  const result = { ...resultOf(3), searched: 10_000 }
  const { container } = await render(
    <MemoryRouter>
      <SearchNote searched={result.searched} />
      <Pager result={result} page={1} />
    </MemoryRouter>,
  )
  expect(container.textContent).toContain('The search stopped after 10,000 offers.')
  const links = [...container.querySelectorAll('a')].map(({ textContent }) => textContent)
  expect(links).toEqual(['1', 'Next'])
})
