import { expect, test } from 'vitest'
import { render, type } from '../testing/render.tsx'
import { Composer } from './Composer.tsx'
import { useDraft } from './draft.ts'

function Box() {
  return <Composer draft={useDraft()} onSend={() => undefined} />
}

test('an empty box follows the page’s direction, a written one its text’s', async () => {
  const { container } = await render(<Box />, { language: 'ar' })
  const box = container.querySelector('textarea')!
  expect(box.getAttribute('dir')).toBeNull()
  expect(box.placeholder).toBe('اكتب رسالة…')
  await type(box, 'Hello')
  expect(box.getAttribute('dir')).toBe('auto')
})
