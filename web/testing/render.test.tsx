import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { render } from './render.tsx'

test('what a test renders is unmounted when it ends, with its timers', async () => {
  const events: string[] = []
  function Part() {
    useEffect(() => {
      events.push('mounted')
      return () => void events.push('unmounted')
    }, [])
    return null
  }
  await render(<Part />)
  expect(events).toEqual(['mounted'])
  former = events
})

test('the next test finds it unmounted', () => {
  expect(former).toEqual(['mounted', 'unmounted'])
})

let former: string[] = []
