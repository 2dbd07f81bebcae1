import { afterAll, beforeAll, expect } from 'vitest'
import type { Config } from '../config.ts'
import { startTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { violations } from './violations.ts'

/** One application for a whole test file; when the file is through, its database must find nothing wrong with itself. */
export function useTestApp(settings: Partial<Config> = {}): () => TestApp {
  let testApp: TestApp | undefined
  beforeAll(async () => {
    testApp = await startTestApp(settings)
  })
  afterAll(async () => {
    if (!testApp) return
    const wrong = await violations(testApp.owner)
    await testApp.close()
    expect(wrong).toEqual([])
  })
  return () => {
    if (!testApp) throw new Error('the application starts before the first test, not before')
    return testApp
  }
}
