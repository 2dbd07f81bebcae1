import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Profile } from '../../domain/api.ts'
import { descriptionOf } from '../testing/page.tsx'
import { paste, press, render, type } from '../testing/render.tsx'
import { ToastProvider } from '../ui/Toast.tsx'
import { UsernameEditor } from './UsernameEditor.tsx'

const PROFILE = { username: 'amina', usernameChangeableAt: null } as Profile

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

function Editor() {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <UsernameEditor profile={PROFILE} />
      </ToastProvider>
    </QueryClientProvider>
  )
}
