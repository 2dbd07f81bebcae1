/** The scripts that a page asks for before its first control answers, against the budgets in docs/benchmarks.md. */
import { SCRIPT_BUDGETS } from '../scripts/bench/pages/targets.ts'
import { filesOf, kbOf } from '../scripts/bench/pages/transfers.ts'
import { readMarks, readTransfers, watchPage } from '../scripts/bench/pages/watch.ts'
import { expect, test } from './users.ts'

const FILTER = 'main search select'

for (const { path, control, kb } of [
  { path: '/', control: 'main form [type=submit]', kb: SCRIPT_BUDGETS.landingKb },
  { path: '/offers', control: FILTER, kb: SCRIPT_BUDGETS.listKb },
  { path: '/marketplace', control: FILTER, kb: SCRIPT_BUDGETS.listKb },
]) {
  test(`the scripts of ${path} are within their budget`, async ({ browser }) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.addInitScript(watchPage, { content: 'main', text: '.', control })
    await page.goto(path)
    await expect.poll(async () => (await page.evaluate(readMarks)).takenOverAt).toBeDefined()
    await page.waitForLoadState('networkidle')
    const { takenOverAt = Infinity } = await page.evaluate(readMarks)
    const { fetched } = await page.evaluate(readTransfers)
    const scripts = filesOf(fetched, /\.js$/).filter(({ startTime }) => startTime <= takenOverAt)
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.map(({ name }) => name).slice(SCRIPT_BUDGETS.files)).toEqual([])
    expect(kbOf(scripts)).toBeLessThanOrEqual(kb)
    await context.close()
  })
}
