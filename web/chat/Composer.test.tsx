import { expect, test } from 'vitest'
import { openPage } from '../testing/page.tsx'
import { type } from '../testing/render.tsx'
import { Composer } from './Composer.tsx'
import { useDraft } from './draft.ts'

function Box() {
  return <Composer draft={useDraft('1')} onSend={() => undefined} />
}

test('an empty box follows the page’s direction, a written one its text’s', async () => {
  await openPage(Box, { path: '/', language: 'ar' })
  const box = document.querySelector('textarea')!
  expect(box.getAttribute('dir')).toBeNull()
  expect(box.placeholder).toBe('اكتب رسالة…')
  await type(box, 'Hello')
  expect(box.getAttribute('dir')).toBe('auto')
})
