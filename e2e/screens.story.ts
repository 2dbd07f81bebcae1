/**
 * Pictures of the key screens, compared with those of e2e/screens/pictures. Four looks hold every pair of theme, direction and
 * width. `npm run snapshots` takes them again.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test, type Browser, type TestInfo } from '@playwright/test'
import { findBrowser } from './browser.ts'
import { SCREENS } from './screens/answers.ts'
import { foreignFonts, openScreen, pictureOf, type Look } from './screens/picture.ts'

const PICTURES = fileURLToPath(new URL('screens/pictures/', import.meta.url))
const TAKEN_BY = `${PICTURES}taken-by.json`

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
const LOOKS: readonly Look[] = [
  { language: 'en', colours: 'light', size: DESKTOP },
  { language: 'en', colours: 'dark', size: PHONE },
  { language: 'ar', colours: 'light', size: PHONE },
  { language: 'ar', colours: 'dark', size: DESKTOP },
]

/**
 * One browser build draws a page in the same pixels on every machine, so almost none may differ: fewer than a full stop
 * has. A pixel differs where its colour is farther away than the rounding to the palette of the picture file (2 to 4 of 255).
 */
const TOLERANCE = { maxDiffPixels: 12, threshold: 0.05 }

test.describe.configure({ mode: 'parallel' })

for (const screen of SCREENS) {
  test(`the screen ${screen.name} looks as in its pictures`, async ({ browser }, testInfo) => {
    const other = isUpdate(testInfo) ? null : await otherBrowser(browser)
    test.skip(other !== null, other ?? '')
    const context = await browser.newContext({ timezoneId: 'Africa/Tunis', locale: 'en-GB', serviceWorkers: 'block' })
    // The browser's language would be offered on the Arabic pages.
    await context.addInitScript(() => localStorage.setItem('language-offer', 'answered'))
    const page = await context.newPage()
    for (const look of LOOKS) {
      await openScreen(page, screen, look)
      expect
        .soft(await foreignFonts(context, page), 'every glyph is of the fonts that the site brings along')
        .toEqual([])
      // On a busy machine a part that loads when the page is idle may come after two equal pictures.
      await expect(async () =>
        expect(await pictureOf(page)).toMatchSnapshot(nameOf(screen.name, look), TOLERANCE),
      ).toPass({ timeout: 8000 })
    }
    await context.close()
  })
}

const CHANGES = {
  'a full stop more': `h1::after { content: '.' }`,
  'a button that is a pixel higher': 'main button[type=submit] { padding-block: 0.5px; height: 45px }',
  'another colour of a border': 'main input { border-color: #8b9ea2 !important }',
}

test('a screen with one more full stop, a button a pixel higher or a paler border differs from its picture', async ({
  browser,
}, testInfo) => {
  const other = isUpdate(testInfo) ? 'The pictures are being taken.' : await otherBrowser(browser)
  test.skip(other !== null, other ?? '')
  const [look] = LOOKS
  const screen = SCREENS.find(({ name }) => name === 'login')
  const page = await browser.newPage({ serviceWorkers: 'block' })
  await openScreen(page, screen!, look!)
  for (const [name, style] of Object.entries(CHANGES)) {
    const added = await page.addStyleTag({ content: style })
    const picture = await pictureOf(page)
    expect(() => expect(picture).toMatchSnapshot(nameOf('login', look!), TOLERANCE), name).toThrow('pixels')
    await added.evaluate((element) => element.parentNode?.removeChild(element))
  }
  expect(await pictureOf(page)).toMatchSnapshot(nameOf('login', look!), TOLERANCE)
  await page.close()
})

test('there is a picture of every screen in every look, and no other', async ({ browser }, testInfo) => {
  const names = SCREENS.flatMap(({ name }) => LOOKS.map((look) => nameOf(name, look))).toSorted()
  if (isUpdate(testInfo)) {
    await mkdir(PICTURES, { recursive: true })
    await writeFile(TAKEN_BY, `${JSON.stringify(identityOf(browser), null, 2)}\n`)
    const present = await readdir(PICTURES)
    const gone = present.filter((file) => file.endsWith('.png') && !names.includes(file))
    await Promise.all(gone.map((file) => rm(`${PICTURES}${file}`)))
    return
  }
  const other = await otherBrowser(browser)
  if (other !== null) console.warn(other)
  const files = await readdir(PICTURES)
  expect(files.filter((file) => file.endsWith('.png')).toSorted()).toEqual(names)
})

function isUpdate({ config }: TestInfo): boolean {
  return ['all', 'changed'].includes(config.updateSnapshots)
}

function nameOf(screen: string, { language, colours, size }: Look): string {
  return `${screen}-${language}-${colours}-${size.width}.png`
}

type Identity = { browser: string; system: string }

/** The build of a browser and the system: these decide the pixels. */
function identityOf(browser: Browser): Identity {
  return {
    browser: `${browser.browserType().name()} ${browser.version()}`,
    system: `${process.platform} ${process.arch}`,
  }
}

/**
 * Why the pictures cannot be compared here; null if they can. Throws where they must be: on the system that took them, with the browser
 * that this checkout installs.
 */
async function otherBrowser(browser: Browser): Promise<string | null> {
  const own = identityOf(browser)
  const text = await readFile(TAKEN_BY, 'utf8').catch(() => null)
  if (text === null) throw new Error('There are no pictures yet: npm run snapshots takes them.')
  const taken = JSON.parse(text) as Identity
  if (own.browser === taken.browser && own.system === taken.system) return null
  const reason = `The pictures were taken by ${taken.browser} on ${taken.system}; ${own.browser} on ${own.system} draws other pixels`
  if (own.system === taken.system && (await findBrowser()).isInstalled) {
    throw new Error(`${reason}. After a change of the browser, npm run snapshots takes them again.`)
  }
  return `${reason}, so they are not compared.`
}
