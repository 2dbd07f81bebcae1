import { expect, test } from 'vitest'
import { press, render } from '../testing/render.tsx'
import { JumpButton } from '../trades/room/JumpButton.tsx'

test.each([
  ['the form', true],
  ['the section around it, while the form is not there', false],
])('a jump leads to %s', async (_, hasForm) => {
  const { container } = await render(
    <>
      <section id="section" tabIndex={-1}>
        {hasForm && <div id="form" tabIndex={-1} />}
      </section>
      <JumpButton to="form" otherwise="section">
        Write
      </JumpButton>
    </>,
  )
  await press(container.querySelector('button')!)
  expect(document.activeElement?.id).toBe(hasForm ? 'form' : 'section')
})
