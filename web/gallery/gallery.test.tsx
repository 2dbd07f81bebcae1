import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { expectAccessible, openPage, pressButton, text } from '../testing/page.tsx'
import { press, waitFor } from '../testing/render.tsx'
import GalleryPage from './GalleryPage.tsx'

const UI = join(import.meta.dirname, '../ui')
/** They draw nothing themselves. */
const WITHOUT_LOOK = ['hydration/HydratedApart.tsx', 'hydration/HydrationProvider.tsx', 'UiProvider.tsx']

/** Parts without text of their own: colours, drawings, figures, or text that the caller passes. */
const WITHOUT_LONG = [
  'colours',
  'surfaces',
  'icons',
  'copy-button',
  'skeleton',
  'focus-on-mount',
  'avatar',
  'qr-code',
  'countdown',
  'translated-text',
]

const filesOf = (part: ParentNode) =>
  [...part.querySelectorAll<HTMLElement>('[data-files]')].flatMap(({ dataset }) => String(dataset.files).split(' '))

/** Of the interface, without this page. */
const readSources = () =>
  globSync('**/*.tsx', { cwd: join(UI, '..'), exclude: ['gallery/**'] }).map((file) =>
    readFileSync(join(UI, '..', file), 'utf8'),
  )

/** With the classes that it takes from a file of its own, for instance button-class.ts. */
function sourceOf(file: string): string {
  const source = readFileSync(join(UI, file), 'utf8')
  const classes = [...source.matchAll(/^import \{.* from '([./]+\/[\w-]+-class\.ts)'/gm)].map(([, path]) =>
    join(UI, file, '..', path!),
  )
  return [source, ...classes.map((path) => readFileSync(path, 'utf8'))].join('\n')
}

afterEach(() => document.documentElement.removeAttribute('dir'))

test('every component file of web/ui is shown, in at least one state', async () => {
  await openPage(GalleryPage, { path: '/dev/ui' })
  const files = globSync('**/*.tsx', { cwd: UI, exclude: ['**/*.test.tsx'] })
  const shown = filesOf(document)
  const parts = shown.filter((file) => !file.startsWith('../'))
  expect([...parts, ...WITHOUT_LOOK].toSorted()).toEqual(files.toSorted())
  for (const section of document.querySelectorAll('main section')) {
    const states = [...section.querySelectorAll('.gallery-state')]
    expect({ part: section.id, states: states.length }).not.toEqual({ part: section.id, states: 0 })
    // The state's name, and the component after it.
    expect(states.filter((state) => state.childNodes.length < 2).map((state) => state.textContent)).toEqual([])
  }
})

test('every part that shows words shows long ones', async () => {
  await openPage(GalleryPage, { path: '/dev/ui' })
  const parts = [...document.querySelectorAll('main section')]
  const without = parts.filter(
    (part) =>
      ![...part.querySelectorAll('h3')].some(({ textContent }) => /^long|; the last is long$/.test(textContent)),
  )
  expect(without.map(({ id }) => id)).toEqual(WITHOUT_LONG)
})

test('a part that looks different under a pointer says that it is to be seen by hand', async () => {
  await openPage(GalleryPage, { path: '/dev/ui' })
  for (const part of document.querySelectorAll('main section')) {
    const sources = filesOf(part)
      .filter((file) => !file.startsWith('../'))
      .map(sourceOf)
    if (!sources.some((source) => /hover:|data-\[highlighted\]/.test(source))) continue
    expect({ part: part.id, byHand: part.querySelector('.gallery-by-hand')?.textContent ?? '' }).toEqual({
      part: part.id,
      byHand: expect.stringContaining('hover'),
    })
  }
})

test('every colour of the theme is shown, on the page and in a band', async () => {
  await openPage(GalleryPage, { path: '/dev/ui' })
  const theme = readFileSync(join(UI, '../theme.css'), 'utf8')
  const colours = [...theme.matchAll(/--color-([\w-]+): var/g)].map(([, name]) => name)
  const shown = [...document.querySelectorAll<HTMLElement>('[data-colour]')].map(({ dataset }) => dataset.colour)
  expect(shown).toEqual([...colours, ...colours])
})

test('every size of an icon is shown', async () => {
  await openPage(GalleryPage, { path: '/dev/ui' })
  const used = readSources().flatMap((source) =>
    [...source.matchAll(/<Icon [^>]*size=\{(\d+)\}/g)].map(([, size]) => size),
  )
  const shown = [...document.querySelectorAll('#icons svg')].map((icon) => icon.getAttribute('width'))
  expect(new Set(shown)).toEqual(new Set(used))
})

test('every icon of the interface is shown', async () => {
  await openPage(GalleryPage, { path: '/dev/ui' })
  const sources = readSources()
  const used = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/lucide\/dist\/esm\/icons\/([\w-]+)\.mjs/g)].map(([, name]) => name),
    ),
  )
  const shown = [...document.querySelectorAll<HTMLElement>('[data-icon]')].map((icon) => icon.dataset.icon)
  expect(new Set(shown)).toEqual(used)
})

// The rules read every element of a long page, which takes a busy machine more than the usual time.
test('every state follows the accessibility rules that need no layout', { timeout: 90_000 }, async () => {
  await openPage(GalleryPage, { path: '/dev/ui' })
  await expect(expectAccessible()).resolves.toBeUndefined()
})

test('its switches change the theme and the direction of the whole document', async () => {
  await openPage(GalleryPage, { path: '/dev/ui' })
  const choose = (name: string) =>
    press([...document.querySelectorAll('label')].find((label) => label.textContent === name)!)
  await choose('Right to left')
  await waitFor(() => expect(document.documentElement.dir).toBe('rtl'))
  await choose('dark')
  await waitFor(() => expect(localStorage.getItem('theme')).toBe('dark'))
  await choose('system')
})

test('its dialogs and toasts open', async () => {
  await openPage(GalleryPage, { path: '/dev/ui' })
  await pressButton('Open a notice')
  await waitFor(() => expect(text()).toContain('Read its new terms first.'))
  await pressButton('OK')
  await pressButton('Failure')
  await waitFor(() => expect(text()).toContain('The connection was lost.'))
})
