import { createRoutesStub, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { press, render } from '../testing/render.tsx'
import FaqPage, { clientLoader } from './FaqPage.tsx'
import { allQuestions, questionsOf } from './questions/all.ts'
import { CATEGORIES } from './questions/categories.ts'

const Stub = createRoutesStub([
  { path: '/faq', Component: PageWithAddress, loader: clientLoader as never, HydrateFallback: () => null },
])

test.each([null, ...CATEGORIES])('the category %s shows its questions only', async (category) => {
  const container = await open(category === null ? '/faq' : `/faq?category=${category}`)
  const wanted = category === null ? allQuestions : questionsOf(category)
  expect(questionsIn(container)).toHaveLength(wanted.length)
  expect(wanted.length).toBeGreaterThan(0)
})

test('one answer is open at a time, a second press closes it, and the address keeps category and answer', async () => {
  const container = await open('/faq')
  const isOpen = () => questionsIn(container).flatMap((question, at) => (question.open ? [at] : []))
  expect(isOpen()).toEqual([])
  await press(questionsIn(container)[1]!.querySelector('summary')!)
  await expect.poll(isOpen).toEqual([1])
  await press(questionsIn(container)[3]!.querySelector('summary')!)
  await expect.poll(isOpen).toEqual([3])
  await press(questionsIn(container)[3]!.querySelector('summary')!)
  await expect.poll(isOpen).toEqual([])

  await press(link(container, 'Fees'))
  await expect.poll(() => addressIn(container)).toBe('/faq?category=fees')
  await press(summary(container, 'What does a trade cost?'))
  await expect.poll(() => addressIn(container)).toBe('/faq?category=fees&open=fee')
  expect(container.querySelector('details[open]')?.textContent).toContain('What does a trade cost?')
  await press(summary(container, 'What does a trade cost?'))
  await expect.poll(() => addressIn(container)).toBe('/faq?category=fees')
  await press(link(container, 'All'))
  await expect.poll(() => addressIn(container)).toBe('/faq')
  expect(questionsIn(container)).toHaveLength(allQuestions.length)
})

async function open(address: string): Promise<HTMLElement> {
  const { container } = await render(<Stub initialEntries={[address]} />)
  await expect.poll(() => questionsIn(container).length).toBeGreaterThan(0)
  return container
}

function questionsIn(container: HTMLElement): HTMLDetailsElement[] {
  return [...container.querySelectorAll('details')]
}

function PageWithAddress() {
  const { pathname, search } = useLocation()
  return (
    <>
      <output>{pathname + search}</output>
      <FaqPage />
    </>
  )
}

function addressIn(container: HTMLElement): string | undefined {
  return container.querySelector('output')?.textContent ?? undefined
}

function link(container: HTMLElement, name: string): HTMLElement {
  return [...container.querySelectorAll('nav a')].find(({ textContent }) => textContent === name) as HTMLElement
}

function summary(container: HTMLElement, title: string): HTMLElement {
  return [...container.querySelectorAll('summary')].find(({ textContent }) => textContent === title)!
}
