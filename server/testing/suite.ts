import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Config } from '../config.ts'
import { startTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { createMarketFixture } from './market-fixture.ts'
import type { MarketFixture } from './market-fixture.ts'
import { violations } from './violations.ts'

type Closing = { owner: TestApp['owner']; close(): Promise<void> }

/**
 * One application for a whole test file. After each test every refusal must be one that its endpoint lists, and after the
 * last the view `violations` must be empty.
 */
export function useTestApp(settings: Partial<Config> = {}): () => TestApp {
  const testApp = useForFile(() => startTestApp(settings))
  afterEach(() => testApp().assertDocumentedRefusals())
  return testApp
}

/** One market fixture for a whole test file that uses SQL, with the same check at the end. */
export function useMarketFixture(): () => MarketFixture {
  return useForFile(createMarketFixture)
}

function useForFile<T extends Closing>(open: () => Promise<T>): () => T {
  let opened: T | undefined
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(async () => {
    if (!opened) return
    // As the worker does: tests that move trades into the past pass the term of their payment details.
    await opened.owner.query('select erase_payment_details(10000)')
    const wrong = await violations(opened.owner)
    await opened.close()
    expect(wrong).toEqual([])
  })
  return () => {
    if (!opened) throw new Error('only available inside a test')
    return opened
  }
}
