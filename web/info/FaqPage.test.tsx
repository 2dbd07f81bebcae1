import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { press, render } from '../testing/render.tsx'
import FaqPage, { clientLoader } from './FaqPage.tsx'
import { allQuestions, questionsOf } from './questions/all.ts'
import { CATEGORIES } from './questions/categories.ts'

const Stub = createRoutesStub([
  { path: '/faq', Component: FaqPage, loader: clientLoader as never, HydrateFallback: () => null },
])

test.each([null, ...CATEGORIES])('the category %s shows its questions only', async (category) => {
  const container = await open(category === null ? '/faq' : `/faq?category=${category}`)
  const wanted = category === null ? allQuestions : questionsOf(category)
  expect(questionsIn(container)).toHaveLength(wanted.length)
  expect(wanted.length).toBeGreaterThan(0)
})

test('one answer is open at a time, and a second press closes it', async () => {
  const container = await open('/faq')
  const isOpen = () => questionsIn(container).flatMap((question, at) => (question.open ? [at] : []))
  expect(isOpen()).toEqual([])
  await press(questionsIn(container)[1]!.querySelector('summary')!)
  await expect.poll(isOpen).toEqual([1])
  await press(questionsIn(container)[3]!.querySelector('summary')!)
  await expect.poll(isOpen).toEqual([3])
  await press(questionsIn(container)[3]!.querySelector('summary')!)
  await expect.poll(isOpen).toEqual([])
})

async function open(address: string): Promise<HTMLElement> {
  const { container } = await render(<Stub initialEntries={[address]} />)
  await expect.poll(() => questionsIn(container).length).toBeGreaterThan(0)
  return container
}

function questionsIn(container: HTMLElement): HTMLDetailsElement[] {
  return [...container.querySelectorAll('details')]
}
