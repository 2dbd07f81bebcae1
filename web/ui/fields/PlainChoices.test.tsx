import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { press, render } from '../../testing/render.tsx'
import { PlainChoices } from './PlainChoices.tsx'

const OPTIONS = [
  { value: 'one', label: 'One' },
  { value: 'two', label: 'Two' },
  { value: 'three', label: 'Three' },
]

function Controlled({ onValues }: { onValues: (values: string[]) => void }) {
  const [values, setValues] = useState(['three'])
  function change(next: string[]) {
    setValues(next)
    onValues(next)
  }
  return (
    <PlainChoices name="numbers" label="Numbers" options={OPTIONS} values={values} all="All" onValuesChange={change} />
  )
}

async function open() {
  const changes: string[][] = []
  const { container } = await render(<Controlled onValues={(values) => changes.push(values)} />)
  const list = container.querySelector('details')!
  list.open = true
  const box = (value: string) => container.querySelector<HTMLInputElement>(`input[value="${value}"]`)!
  return { changes, list, summary: container.querySelector('summary')!, box }
}

test('choices are in the order of the options, and the closed field shows them', async () => {
  const { changes, summary, box } = await open()
  expect(summary.textContent.trim()).toBe('Three')
  await press(box('one'))
  expect(summary.textContent).toBe('One +1')
  await press(box('three'))
  await press(box('one'))
  expect(changes).toEqual([['one', 'three'], ['one'], []])
  expect(summary.textContent).toBe('All')
})

test('a choice keeps the list open; Escape closes it and returns the focus, a press or the focus elsewhere closes it', async () => {
  const { list, summary, box } = await open()
  await press(box('one'))
  box('one').dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(list.open).toBe(true)

  await act(async () => box('one').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  expect(list.open).toBe(false)
  expect(document.activeElement).toBe(summary)

  for (const kind of ['pointerdown', 'focusin']) {
    list.open = true
    document.body.dispatchEvent(new Event(kind, { bubbles: true }))
    expect([kind, list.open]).toEqual([kind, false])
  }
})
