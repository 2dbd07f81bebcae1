import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoutesStub, useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { problemOf } from '../../testing/page.tsx'
import { press, render, waitFor } from '../../testing/render.tsx'
import { ToastProvider } from '../../ui/notices/Toast.tsx'
import { IdentitySection } from './IdentitySection.tsx'

const METHODS = '/api/sign-in-methods'
const IDENTITIES = '/api/identities'

const Stub = createRoutesStub([{ path: '/settings', Component: Section }])

function Section() {
  return (
    <>
      <output>{useLocation().search}</output>
      <IdentitySection />
    </>
  )
}

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
    '/settings?tab=security&problem=provider_off',
  )
  await waitFor(() => expect(alertOf(container)).toContain('This sign-in method isn’t available.'))
  await press(button(container, 'Dismiss')!)
  await waitFor(() => expect(container.querySelector('section')).toBeNull())
})

test('a failed linking is shown until it is dismissed, and the focus moves to the heading', async () => {
  const container = await open({}, '/settings?tab=security&problem=identity_taken')
  await waitFor(() => expect(alertOf(container)).toContain('This sign-in method is linked to another account.'))
  await press(button(container, 'Dismiss')!)
  await waitFor(() => expect(alertOf(container)).toBeUndefined())
  expect(document.activeElement?.textContent).toBe('Other sign-in methods')
})

test('an unknown code is shown as an unexpected error, and linking another identity clears it for good', async () => {
  stubWallet()
  const changes = {
    '/api/identities/wallet/start': () => Response.json({ message: 'Sign this' }),
    '/api/identities/wallet': () => Response.json({ identities: [WALLET] }),
  }
  const container = await open(changes, '/settings?tab=security&problem=nothing-of-ours')
  await waitFor(() => expect(alertOf(container)).toContain('An unexpected error occurred. Please try again.'))
  // The code is no longer in the address, so that a reload does not show it again.
  await waitFor(() => expect(container.querySelector('output')?.textContent).toBe('?tab=security'))
  await waitFor(() => expect(button(container, 'Link a wallet')).toBeDefined())
  await press(button(container, 'Link a wallet')!)
  await waitFor(() => expect(container.querySelector('[aria-label="Unlink Wallet"]')).not.toBeNull())
  expect(alertOf(container)).toBeUndefined()
})

test('the only sign-in method cannot be unlinked, and the question says why', async () => {
  const container = await open({
    [IDENTITIES]: () => Response.json({ identities: [WALLET] }),
    [`${IDENTITIES}/${WALLET.id}`]: () => Response.json(problemOf('last_sign_in_method'), { status: 409 }),
  })
  await waitFor(() => expect(container.querySelector('[aria-label="Unlink Wallet"]')).not.toBeNull())
  await press(container.querySelector<HTMLElement>('[aria-label="Unlink Wallet"]')!)
  await waitFor(() => expect(question()?.textContent).toContain('Unlink Wallet?'))
  await press([...question()!.querySelectorAll('button')].find(({ textContent }) => textContent === 'Unlink')!)
  await waitFor(() =>
    expect(question()?.textContent).toContain('This is your only sign-in method. Add another one first.'),
  )
})

const WALLET = {
  id: '00000000-0000-4000-8000-000000000000',
  kind: 'wallet',
  label: `0x${'0a'.repeat(20)}`,
  linkedAt: '2026-11-22T09:41:00.000Z',
}

const question = () => document.querySelector('[role=alertdialog]')

/** An older wallet: it does not announce itself. */
function stubWallet(): void {
  const answers: Record<string, unknown> = {
    eth_requestAccounts: [WALLET.label],
    eth_chainId: '0x89',
    personal_sign: `0x${'1b'.repeat(65)}`,
  }
  vi.stubGlobal('ethereum', { request: async ({ method }: { method: string }) => answers[method] })
}

async function open(changes: Record<string, () => Response>, address = '/settings?tab=security') {
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
