/** A private note on a trader: on a wide screen in English, on a phone in Arabic. */
import type { Locator } from '@playwright/test'
import { expectAccessible, expectToFitInOwnDirection } from './accessible.ts'
import { inLanguage, word } from './catalogue.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { isPhone, offerRows } from './layout.ts'
import { noteShifts, shiftsOf } from './shifts.ts'
import { ask, expect, test } from './users.ts'

const TEXT = 'Pays within minutes, writes little'
const TAG = 'quick payer'
const CHANGED = 'Slow on weekends'

/** What is left of an offer for a reader without a completed trade is less, and a shorter figure begins elsewhere in its line. */
const OWN_FIGURE = /^0\.000\d+: [\d,.]+ USDT$/

test(
  'a note is written in the room, seen by its writer only on rows and pages, edited, deleted and brought back',
  { tag: '@phone' },
  async ({ newUser }) => {
    test.slow()
    const [amina, karim] = [await newUser('amina'), await newUser('karim')]
    const { page } = karim
    const language = isPhone(page) ? 'ar' : 'en'
    const say = (english: string) => word(language, english)
    const named = (english: string) => say(english).replace('{username}', amina.username)
    const open = (path: string) => page.goto(inLanguage(language, path))
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const trade = await openTrade(karim, await postOffer(amina))
    const market = `/offers?trader=${amina.username}`

    await open(market)
    await expect(offerRows(page)).toHaveCount(1)
    const heightBefore = await heightInOneFont(offerRows(page))

    await test.step('written in the room', async () => {
      await open(`/trade/${trade.id}`)
      await press(named('Menu for {username}'))
      await page.getByRole('menuitem', { name: say('Add note') }).click()
      await expect(page.getByRole('dialog')).toContainText(say('Only you see this.'))
      await page.getByLabel(say('Note'), { exact: true }).fill(TEXT)
      await page.getByLabel(say('Tags (optional)')).fill(`${TAG}${language === 'ar' ? '،' : ','} EUR`)
      await expectAccessible(page, { colours: ['light', 'dark'] })
      await press(say('Save note'))
      await expect(page.getByText(say('Note saved. Only you see it.'))).toBeVisible()
      await expect(page.getByRole('main').getByText(TEXT)).toBeVisible()
      await expectAccessible(page)
      await expectToFitInOwnDirection(page)
    })

    await test.step('seen on the row of the market, which moves nothing and is as high as before', async () => {
      await page.addInitScript(noteShifts)
      await open(market)
      await expect(offerRows(page).getByText(TAG, { exact: true })).toBeVisible()
      expect(await heightInOneFont(offerRows(page))).toBe(heightBefore)
      expect((await shiftsOf(page)).filter((shift) => !OWN_FIGURE.test(shift))).toEqual([])
      await expectAccessible(page)
      await expectToFitInOwnDirection(page)
    })

    await test.step('seen in the list of own trades', async () => {
      await open('/trades')
      await expect(page.getByRole('main')).toContainText(TAG)
      await expectAccessible(page)
    })

    await test.step('seen and edited on the trader’s page', async () => {
      await open(`/trader/${amina.username}`)
      await expect(page.getByRole('main').getByText(TEXT)).toBeVisible()
      await expectAccessible(page)
      await expectToFitInOwnDirection(page)
      await press(say('Edit note'))
      await page.getByLabel(say('Note'), { exact: true }).fill(CHANGED)
      await press(say('Save note'))
      await expect(page.getByRole('main').getByText(CHANGED)).toBeVisible()
      await expect(page.getByText(TEXT)).toHaveCount(0)
    })

    await test.step('the other party sees it nowhere: neither on a page nor in an answer', async () => {
      const answers: Promise<string>[] = []
      amina.page.on('response', (response) => {
        if (response.headers()['content-type']?.includes('json')) answers.push(response.text().catch(() => ''))
      })
      for (const path of [`/trade/${trade.id}`, '/trades', `/trader/${karim.username}`, '/account?tab=traders']) {
        await amina.page.goto(path)
        await amina.page.waitForLoadState('networkidle')
        await expect(amina.page.getByRole('main')).toContainText(/\w/)
        for (const secret of [CHANGED, TAG]) expect(await amina.page.content()).not.toContain(secret)
      }
      const read = await Promise.all(answers)
      expect(read.some((text) => text.includes(karim.username))).toBe(true)
      expect(read.filter((text) => text.includes(CHANGED) || text.includes(TAG))).toEqual([])
      expect(await ask(amina, 'GET', '/api/trader-notes')).toEqual({ notes: [] })
    })

    await test.step('deleted in the account, brought back, and deleted for good', async () => {
      await open('/account?tab=traders')
      await expect(page.getByText(CHANGED)).toBeVisible()
      await expectAccessible(page)
      await expectToFitInOwnDirection(page)
      const remove = page.getByRole('button', { name: new RegExp(`^${say('Delete')}.*${amina.username}`) })
      await remove.click()
      await expect(page.getByText(named('Note on {username} deleted.'))).toBeVisible()
      await expect(page.getByText(CHANGED)).toHaveCount(0)
      await press(say('Undo'))
      await expect(page.getByText(CHANGED)).toBeVisible()
      await remove.click()
      await expect(page.getByText(CHANGED)).toHaveCount(0)
      await open(market)
      await expect(offerRows(page)).toHaveCount(1)
      await page.waitForLoadState('networkidle')
      await expect(page.getByText(TAG, { exact: true })).toHaveCount(0)
    })
  },
)

/** The first page of a visit may keep the browser's font, in which a label may wrap differently. */
function heightInOneFont(row: Locator): Promise<number> {
  return row.evaluate((element) => {
    const style = new CSSStyleSheet()
    style.replaceSync('* { font-family: sans-serif !important }')
    document.adoptedStyleSheets.push(style)
    const { height } = element.getBoundingClientRect()
    document.adoptedStyleSheets.pop()
    return height
  })
}
