import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { render } from '../../testing/render.tsx'
import { HydratedApart } from './HydratedApart.tsx'
import { HydratedContext, useHydrated } from './use-hydrated.ts'

/** As a time is: by the server in UTC, later in the reader's zone. */
function Time() {
  return useHydrated() ? '09:42' : '08:42'
}

function Page({ isHydrated }: { isHydrated: boolean }) {
  return (
    <HydratedContext value={isHydrated}>
      <HydratedApart>
        <Time />
      </HydratedApart>
    </HydratedContext>
  )
}

test('a part of a page that counts as hydrated before it begins as the server rendered it, and then follows', async () => {
  const container = document.createElement('div')
  container.innerHTML = renderToString(<Page isHydrated={false} />)
  expect(container.textContent).toBe('08:42')
  const errors: unknown[] = []
  const root = await act(async () =>
    hydrateRoot(container, <Page isHydrated />, { onRecoverableError: (error) => errors.push(error) }),
  )
  onTestFinished(() => act(async () => root.unmount()))
  await expect.poll(() => container.textContent).toBe('09:42')
  expect(errors).toEqual([])
})

test('a part that no server rendered has the reader’s time from the start', async () => {
  const seen: string[] = []
  function Recorded() {
    seen.push(Time())
    return null
  }
  await render(
    <HydratedApart>
      <Recorded />
    </HydratedApart>,
  )
  expect(new Set(seen)).toEqual(new Set(['09:42']))
})
