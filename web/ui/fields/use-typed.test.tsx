import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from '../../testing/render.tsx'
import { useTyped } from './use-typed.ts'

test.each(['pointerdown', 'focusout'])(
  'what is typed is in the address at the %s that leaves the field, once',
  async (event) => {
    const commit = vi.fn<(value: string) => void>()
    const { container } = await render(<Field commit={commit} />)
    await act(async () => container.querySelector('button')!.click())
    expect(commit).not.toHaveBeenCalled()
    await act(async () => container.dispatchEvent(new Event(event, { bubbles: true })))
    await act(async () => container.dispatchEvent(new Event(event, { bubbles: true })))
    expect(commit.mock.calls).toEqual([['150']])
  },
)

function Field({ commit }: { commit: (value: string) => void }) {
  const [typed, setTyped] = useTyped('', commit)
  return <button onClick={() => setTyped('150')}>{typed}</button>
}
