import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { press, render } from '../testing/render.tsx'
import { CopyButton } from './CopyButton.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('copying is confirmed for two seconds, and not longer', async () => {
  vi.useFakeTimers()
  const copied: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } })
  const { container } = await render(<CopyButton text="FP-1F00AB34" label="Copy the reference" />)
  const button = container.querySelector('button')!
  await press(button)
  expect(copied).toEqual(['FP-1F00AB34'])
  expect(button.textContent).toBe('Copied')
  await act(async () => vi.advanceTimersByTime(1999))
  expect(button.textContent).toBe('Copied')
  await act(async () => vi.advanceTimersByTime(1))
  expect(button.textContent).toBe('Copy')
})

test('a refused clipboard shows no success', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } })
  const { container } = await render(<CopyButton text="FP-1F00AB34" label="Copy the reference" />)
  await press(container.querySelector('button')!)
  expect(container.querySelector('button')!.textContent).toBe('Could not copy')
})
