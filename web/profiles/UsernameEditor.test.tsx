import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Profile } from '../../domain/api/profiles/profiles.ts'
import { descriptionOf, pressButton, text } from '../testing/page.tsx'
import { paste, press, render, type, waitFor } from '../testing/render.tsx'
import { profile } from '../testing/samples.ts'
import { ToastProvider } from '../ui/notices/Toast.tsx'
import { UsernameEditor } from './UsernameEditor.tsx'

const PROFILE = { username: 'amina', usernameChangeableAt: null } as Profile

afterEach(() => vi.unstubAllGlobals())

test('a name that is too long stays as typed or pasted, and is refused with the rule', async () => {
  const { container } = await render(<Editor />)
  await press(container.querySelector('button')!)
  const input = container.querySelector<HTMLInputElement>('input[name=username]')!
  expect(input.getAttribute('maxlength')).toBeNull()
  await type(input, 'a'.repeat(22))
  expect(input.value).toBe('a'.repeat(22))
  await press(container.querySelector<HTMLElement>('button[type=submit]')!)
  await expect.poll(() => container.textContent).toContain('Username must be at most 20 characters long')
})

test('a reserved name is refused beside the field, and stays as typed', async () => {
  const { container } = await render(<Editor />)
  await press(container.querySelector('button')!)
  const input = container.querySelector<HTMLInputElement>('input[name=username]')!
  await paste(input, 'Sarraf_Support')
  await press(container.querySelector<HTMLElement>('button[type=submit]')!)
  await expect.poll(() => descriptionOf(input)).toContain('This username is reserved')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.value).toBe('Sarraf_Support')
})

test('saving asks before it spends the change of the year', async () => {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (to: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(`${method} ${to}`)
    return Response.json({ ...profile, username: 'fresh' })
  })
  const { container } = await render(<Editor />)
  await press(container.querySelector('button')!)
  await type(container.querySelector<HTMLInputElement>('input[name=username]')!, 'fresh')
  const save = () => press(container.querySelector<HTMLElement>('button[type=submit]')!)
  await save()
  await waitFor(() => expect(text()).toContain('Change your username to fresh?'))
  expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('You can’t change it again for 365 days.')
  await pressButton('Go back')
  await waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull())
  expect(calls).toEqual([])
  expect(container.querySelector<HTMLInputElement>('input[name=username]')!.value).toBe('fresh')

  await save()
  await pressButton('Change username')
  await waitFor(() => expect(calls).toContain('POST /api/profile/username'))
  await waitFor(() => expect(text()).toContain('Username changed'))
})

function Editor() {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <UsernameEditor profile={PROFILE} />
      </ToastProvider>
    </QueryClientProvider>
  )
}
