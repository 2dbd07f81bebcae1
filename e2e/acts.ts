/** Counts what the user does: every press, and every field that they fill in or choose from. */
import type { Locator } from '@playwright/test'

export function countActs() {
  const acts = { clicks: 0, fields: 0 }
  const click = async (target: Locator) => {
    acts.clicks++
    await target.click()
  }
  const fill = async (target: Locator, text: string) => {
    acts.fields++
    await target.fill(text)
  }
  const choose = async (target: Locator, option: string) => {
    acts.fields++
    await target.selectOption(option)
  }
  return { acts, click, fill, choose }
}

export type Acts = ReturnType<typeof countActs>
