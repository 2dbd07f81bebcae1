import { act } from 'react'
import { createRoutesStub, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { expectAccessible } from '../testing/page.tsx'
import { paste, press, render } from '../testing/render.tsx'
import FaqPage from './FaqPage.tsx'
import { allQuestions, questionsOf } from './questions/all.ts'
import { CATEGORIES } from './questions/categories.ts'
import { OPENED_MAX } from './questions/search.ts'

const Stub = createRoutesStub([{ path: '/faq', Component: PageWithAddress }])

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

test('the search shows the questions with its words, opens them, and says how many it found', async () => {
  const container = await open('/faq?category=fees')
  const box = container.querySelector<HTMLInputElement>('input[type=search]')!
  const status = () => container.querySelector('[role=status]')!.textContent
  const found = () => questionsIn(container).filter((question) => !question.hidden)
  await paste(box, 'password')
  expect(found().length).toBeGreaterThan(0)
  expect(found().length).toBeLessThanOrEqual(OPENED_MAX)
  expect(found().every((question) => question.open && /password/i.test(question.textContent))).toBe(true)
  expect(status()).toBe(found().length === 1 ? '1 question found' : `${found().length} questions found`)
  expect(container.querySelector('nav [aria-current]')).toBeNull()
  await expectAccessible()

  await key(box, 'Enter')
  expect(document.activeElement).toBe(found()[0]!.querySelector('summary'))
  await press(found()[0]!.querySelector('summary')!)
  await expect.poll(() => found()[0]!.open).toBe(false)

  await paste(box, 'the')
  expect(found().length).toBeGreaterThan(OPENED_MAX)
  expect(found().some((question) => question.open)).toBe(false)

  await paste(box, 'zebra')
  expect(found()).toEqual([])
  expect(status()).toBe('No question found')

  await key(box, 'Escape')
  expect(box.value).toBe('')
  expect(found()).toHaveLength(questionsOf('fees').length)
  expect(status()).toBe('')
})

test('the name of a category finds its questions, also those without the word', async () => {
  const container = await open('/faq')
  await paste(container.querySelector<HTMLInputElement>('input[type=search]')!, 'fees')
  const found = questionsIn(container).flatMap(({ hidden, id }) => (hidden ? [] : [id]))
  expect(found).toEqual(expect.arrayContaining(questionsOf('fees').map(({ id }) => id)))
})

test('a category ends the search', async () => {
  const container = await open('/faq')
  const box = container.querySelector<HTMLInputElement>('input[type=search]')!
  await paste(box, 'zebra')
  await press(link(container, 'Fees'))
  await expect.poll(() => addressIn(container)).toBe('/faq?category=fees')
  expect(box.value).toBe('')
  expect(questionsIn(container).filter((question) => !question.hidden)).toHaveLength(questionsOf('fees').length)
})

function key(target: HTMLElement, name: string): Promise<void> {
  return act(async () => void target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))
}

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
