import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { ERRORS } from '../../../domain/errors.ts'
import { press, render, waitFor } from '../../testing/render.tsx'
import RemoveAdditionPage from './RemoveAdditionPage.tsx'

const TOKEN = 'x'.repeat(43)
const REVIEW = '/api/additions/review'
const REMOVE = '/api/additions/remove'
const ADDED = { kind: 'passkey', addedAt: '2026-11-21T09:41:00.000Z', isPresent: true, isCurrentAddress: true }

const Stub = createRoutesStub([{ path: '/remove-addition', Component: RemoveAdditionPage }])

afterEach(() => vi.unstubAllGlobals())

test('says what it removes, and removes nothing before the button is pressed', async () => {
  const { container, called } = await open({
    [REVIEW]: () => Response.json(ADDED),
    [REMOVE]: () => Response.json({ kind: 'passkey', wasPresent: true, isResetLinkSent: true }),
  })
  await waitFor(() => expect(container.querySelector('bdi.font-semibold')?.textContent).toBe('Passkey'))
  expect(container.textContent).toContain('Every device will be signed out, and your API keys will stop working.')
  expect(container.textContent).toContain('Your password will stop working.')
  expect(called(REMOVE)).toBe(0)
  await press(button(container)!)
  await waitFor(() => expect(container.querySelector('[role=status]')?.textContent).toContain('Removed: Passkey.'))
  expect(container.querySelector('[role=status]')?.textContent).toContain('the link we’ve just emailed you')
  expect(called(REMOVE)).toBe(1)
})

test('says so where it is gone and the account has another address, and still signs every device out', async () => {
  const { container } = await open({
    [REVIEW]: () => Response.json({ ...ADDED, isPresent: false, isCurrentAddress: false }),
    [REMOVE]: () => Response.json({ kind: 'passkey', wasPresent: false, isResetLinkSent: false }),
  })
  await waitFor(() => expect(container.textContent).toContain('already removed or replaced'))
  expect(container.textContent).not.toContain('Your password will stop working.')
  expect(container.textContent).toContain('Your account now has a different email address.')
  await press(button(container)!)
  await waitFor(() => expect(container.querySelector('[role=status]')?.textContent).toContain('signed out'))
})

test('an invalid link is reported, with the way to a new password and no button', async () => {
  const { container } = await open({
    [REVIEW]: () =>
      Response.json(
        {
          type: 'about:blank',
          title: 'Conflict',
          status: 409,
          code: 'link_invalid',
          message: ERRORS.link_invalid.text,
          requestId: '1',
        },
        { status: 409 },
      ),
  })
  await waitFor(() =>
    expect(container.querySelector('a[href="/forgot-password"]')?.textContent).toBe('Set a new password'),
  )
  expect(container.textContent).toContain('This link has expired or has already been used.')
  expect(container.textContent).not.toContain('Request a new one')
  expect(button(container)).toBeUndefined()
})

const button = (container: HTMLElement) =>
  [...container.querySelectorAll('button')].find(({ textContent }) => textContent === 'Secure my account')

async function open(answers: Record<string, () => Response>) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://localhost')
    calls.push(pathname)
    return answers[pathname]?.() ?? Response.json({ providers: [], wallet: false })
  })
  const { container } = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub initialEntries={[`/remove-addition#token=${TOKEN}`]} />
    </QueryClientProvider>,
  )
  return { container, called: (path: string) => calls.filter((one) => one === path).length }
}
