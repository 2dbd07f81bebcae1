import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { press, render, waitFor } from '../testing/render.tsx'
import { ToastProvider } from '../ui/Toast.tsx'
import { IdentitySection } from './IdentitySection.tsx'

const METHODS = '/api/sign-in-methods'
const IDENTITIES = '/api/identities'

const Stub = createRoutesStub([{ path: '/dashboard', Component: IdentitySection }])

let answers: Record<string, () => Response>

afterEach(() => vi.unstubAllGlobals())

test.each([METHODS, IDENTITIES])('a failure of %s is shown, and what failed is loaded by Try again', async (path) => {
  const container = await open({ [path]: failure })
  await waitFor(() => expect(alertOf(container)).toContain('An unexpected error occurred. Please try again.'))
  expect(container.textContent).not.toContain('Loading…')
  answers = working()
  await press(button(container, 'Try again')!)
  await waitFor(() => expect(button(container, 'Link a wallet')).toBeDefined())
  expect(alertOf(container)).toBeUndefined()
})

test('without any identity to link, a callback’s error is shown until it is dismissed, and then no section', async () => {
  const container = await open(
    { [METHODS]: () => Response.json({ providers: [], wallet: false }) },
    '/dashboard?tab=security&problem=provider_off',
  )
  await waitFor(() => expect(alertOf(container)).toContain('This sign-in method isn’t available.'))
  await press(button(container, 'Dismiss')!)
  await waitFor(() => expect(container.querySelector('section')).toBeNull())
})

async function open(changes: Record<string, () => Response>, address = '/dashboard?tab=security') {
  answers = { ...working(), ...changes }
  vi.stubGlobal('fetch', async (path: string) => answers[path]!())
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { container } = await render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <Stub initialEntries={[address]} />
      </ToastProvider>
    </QueryClientProvider>,
  )
  return container
}

function working(): Record<string, () => Response> {
  return {
    [METHODS]: () => Response.json({ providers: [], wallet: true }),
    [IDENTITIES]: () => Response.json({ identities: [] }),
  }
}

function failure(): Response {
  return Response.json({ code: 'internal', message: 'The server failed.', requestId: 'test' }, { status: 500 })
}

const alertOf = (container: HTMLElement) => container.querySelector('[role=alert]')?.textContent

const button = (container: HTMLElement, name: string) =>
  [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name)
