import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { DemoNotice } from './DemoNotice.tsx'

const STILL_BEING_BUILT = 'The smart-contract escrow is still being built.'

test('trade screens say that the contract escrow is still being built; the footer is short', async () => {
  expect((await render(<DemoNotice />)).container.textContent).toContain(STILL_BEING_BUILT)
  const { container } = await render(<DemoNotice length="short" />)
  expect(container.textContent).toContain('Test environment: the USDT is not real. Don’t send real money.')
  expect(container.textContent).not.toContain(STILL_BEING_BUILT)
})
