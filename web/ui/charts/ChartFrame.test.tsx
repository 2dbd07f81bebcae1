import { act } from 'react'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../testing/page.tsx'
import { render } from '../../testing/render.tsx'
import { UiProvider } from '../UiProvider.tsx'
import { BarChart } from './BarChart.tsx'
import { LineChart } from './LineChart.tsx'

const points = ['10 Nov', '11 Nov', '12 Nov'].map((label, at) => ({ label, value: at * 10, text: `${at * 10} USDT` }))

test.each([
  ['a line', LineChart],
  ['bars', BarChart],
])('the values of %s are read by arrow keys, which a screen reader announces', async (_, Chart) => {
  const slider = await open(Chart)
  expect(slider.getAttribute('aria-valuetext')).toBe('12 Nov: 20 USDT')
  for (const [key, value] of [
    ['ArrowLeft', '11 Nov: 10 USDT'],
    ['Home', '10 Nov: 0 USDT'],
    ['ArrowRight', '11 Nov: 10 USDT'],
    ['End', '12 Nov: 20 USDT'],
  ]) {
    await act(async () => slider.dispatchEvent(new KeyboardEvent('keydown', { key: key!, bubbles: true })))
    expect(slider.getAttribute('aria-valuetext')).toBe(value)
    expect(document.querySelector('figcaption')?.textContent).toContain(value)
  }
  await expectAccessible()
})

test('a touch chooses a value, which stays after it; a mouse that leaves takes it away', async () => {
  const slider = await open(LineChart)
  const caption = () => document.querySelector('figcaption')?.textContent
  await point(slider, 'pointerdown', 'touch')
  expect(caption()).toContain('10 Nov: 0 USDT')
  await point(slider, 'pointerout', 'touch')
  expect(caption()).toContain('10 Nov: 0 USDT')
  await point(slider, 'pointerout', 'mouse')
  expect(caption()).toBe('Volume')
})

test('the same values are in a table', async () => {
  await open(LineChart)
  const cells = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  )
  expect(cells).toEqual([
    ['12 Nov', '20 USDT'],
    ['11 Nov', '10 USDT'],
    ['10 Nov', '0 USDT'],
  ])
})

async function open(Chart: typeof LineChart): Promise<HTMLElement> {
  await render(
    <UiProvider direction="ltr">
      <main>
        <Chart title="Volume" columns={['Day', 'Volume']} points={points} />
      </main>
    </UiProvider>,
  )
  return document.querySelector<HTMLElement>('[role=slider]')!
}

/** At the left edge, where the first value is. */
function point(slider: HTMLElement, type: string, pointerType: string): Promise<void> {
  return act(async () => {
    slider.dispatchEvent(
      new PointerEvent(type, { pointerType, clientX: 0, bubbles: true, relatedTarget: document.body }),
    )
  })
}
