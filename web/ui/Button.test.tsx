import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { Button } from './Button.tsx'

test('a busy button shows its other text if it has one, and never in place of a label while it is idle', async () => {
  const { container, rerender } = await render(
    <Button busy busyText="Saving…">
      Save
    </Button>,
  )
  expect(container.textContent).toBe('Saving…')
  await rerender(<Button busy>Save</Button>)
  expect(container.textContent).toBe('Save')
  await rerender(<Button busyText="Saving…">Save</Button>)
  expect(container.textContent).toBe('Save')
})
