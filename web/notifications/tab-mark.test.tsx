import { afterEach, beforeEach, expect, test } from 'vitest'
import { render, waitFor } from '../testing/render.tsx'
import { MARKED_ICON, markTab } from './tab-mark.ts'

let head: Element[] = []

beforeEach(async () => {
  // Takes the title of an earlier test away.
  await render(null)
  const before = new Set(document.head.children)
  document.head.insertAdjacentHTML('beforeend', '<title>Trades · Sarraf</title><link rel="icon" href="/icon.svg">')
  head = [...document.head.children].filter((element) => !before.has(element))
})
afterEach(() => head.forEach((element) => element.remove()))

const icon = () => document.querySelector('link[rel=icon]')?.getAttribute('href')

test('a marked tab has the words before its title and a dot on its icon, until the mark is taken back', () => {
  const unmark = markTab('Your turn')
  expect([document.title, icon()]).toEqual(['Your turn · Trades · Sarraf', MARKED_ICON])
  unmark()
  expect([document.title, icon()]).toEqual(['Trades · Sarraf', '/icon.svg'])
})

test('the title of the next page is marked too', async () => {
  const unmark = markTab('Your turn')
  document.querySelector('title')!.remove()
  const next = document.createElement('title')
  next.textContent = 'Dashboard · Sarraf'
  document.head.append(next)
  head.push(next)
  await waitFor(() => expect(document.title).toBe('Your turn · Dashboard · Sarraf'))
  unmark()
  expect(document.title).toBe('Dashboard · Sarraf')
  expect(document.querySelectorAll('title')).toHaveLength(1)
})

test('of two marks the later one is shown, and the tab stays marked until both are taken back', () => {
  const [first, second] = [markTab('Your turn'), markTab('New alert')]
  expect(document.title).toBe('New alert · Trades · Sarraf')
  second()
  expect(document.title).toBe('Your turn · Trades · Sarraf')
  first()
  expect([document.title, icon()]).toEqual(['Trades · Sarraf', '/icon.svg'])
})
