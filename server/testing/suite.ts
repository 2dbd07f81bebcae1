import { afterAll, beforeAll, expect } from 'vitest'
import type { Config } from '../config.ts'
import { startTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { setScene } from './scene.ts'
import type { Scene } from './scene.ts'
import { violations } from './violations.ts'

type Closing = { owner: TestApp['owner']; close(): Promise<void> }

/** One application for a whole test file; when the file is through, its database must find nothing wrong with itself. */
export function useTestApp(settings: Partial<Config> = {}): () => TestApp {
  return useForFile(() => startTestApp(settings))
}

/** One market for a whole test file that speaks SQL, with the same check at the end. */
export function useScene(): () => Scene {
  return useForFile(setScene)
}

function useForFile<T extends Closing>(open: () => Promise<T>): () => T {
  let opened: T | undefined
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(async () => {
    if (!opened) return
    const wrong = await violations(opened.owner)
    await opened.close()
    expect(wrong).toEqual([])
  })
  return () => {
    if (!opened) throw new Error('it is there from the first test on, not before')
    return opened
  }
}
