/** Every state of every component is in the gallery: each value of a prop is given to it there. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPage, pressButton } from '../testing/page.tsx'
import { collectPropTypes } from '../testing/prop-types.ts'
import { press, waitFor } from '../testing/render.tsx'
import { walkComponents } from '../testing/shown-props.ts'
import GalleryPage from './GalleryPage.tsx'
import { Part } from './Part.tsx'

const ROOT = join(import.meta.dirname, '../..')

/** They draw nothing, or, like the region of toasts, stand around the page and not in a part of it. */
const WITHOUT_PART = ['UiProvider', 'HydratedApart', 'HydrationProvider', 'ToastProvider', 'ToastRegion']

/**
 * Props that do not change the look: where a value is kept and who is told of it, where a caller places the component, and the
 * words of an error.
 */
const WITHOUT_LOOK =
  /^(className|name|value|defaultValue|checked|on(ValueChange|CheckedChange|End)|returnTo|clockOffsetMs|isByKey)$/

/** What needs no state here, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'dialogs/ConfirmDialog.tsx ConfirmDialog confirm.variant': 'one of the variants that the part Button shows',
  'dialogs/DialogFormActions.tsx DialogFormActions variant': 'one of the variants that the part Button shows',
  'dialogs/DrawerSheet.tsx DrawerSheet isOpen': 'a closed sheet is not drawn',
}

const modules = import.meta.glob<Record<string, unknown>>(['../ui/**/*.tsx', '!**/*.test.tsx'], { eager: true })
const components = Object.entries(modules).flatMap(([path, exports]) =>
  Object.entries(exports)
    .filter(([name, each]) => typeof each === 'function' && /^[A-Z]/.test(name) && !WITHOUT_PART.includes(name))
    .map(([name, component]) => ({ file: path.replace('../ui/', ''), name, component })),
)

test('each value of each prop of web/ui is shown by a state of its part', async () => {
  await openPage(GalleryPage, { path: '/dev/ui' })
  const shown = new Map<string, Record<string, unknown>[]>()
  collectShown(shown)
  await pressEverythingThatOpens()
  collectShown(shown)

  const types = collectPropTypes(ROOT, join(ROOT, 'web/ui'), components)
  const missing = [...types].flatMap(([component, props]) =>
    Object.entries(props)
      .filter(([prop]) => !WITHOUT_LOOK.test(prop) && EXCEPTIONS[`${component} ${prop}`] === undefined)
      .flatMap(([prop, values]) => {
        const given = new Set(shown.get(component)?.map((all) => valueAt(all, prop, values)))
        return values.filter((value) => !given.has(value)).map((value) => `${component} ${prop}: ${value}`)
      }),
  )
  expect(missing).toEqual([])
})

/** Only what a part itself is about: a button inside a dialog is no state of the part Button. */
function collectShown(shown: Map<string, Record<string, unknown>[]>): void {
  walkComponents(document.body.firstElementChild!, Part, (type, props, part) => {
    for (const { file, name, component } of components) {
      if (type !== component || !part.files.includes(file)) continue
      const key = `${file} ${name}`
      shown.set(key, [...(shown.get(key) ?? []), props])
    }
  })
}

async function pressEverythingThatOpens(): Promise<void> {
  for (const button of document.querySelectorAll<HTMLElement>('[data-opens]')) await press(button)
  for (const label of ['Open the drawer', 'Account', 'More actions', 'Step 1', 'Pause']) await pressButton(label)
  await waitFor(() => expect(document.body.textContent).toContain('Links of the menu'))
  await waitFor(() => expect(document.body.textContent).toContain('Delete the account'))
}

/** A given prop as one of `values`; `confirm.busy` is a setting of the object `confirm`. */
function valueAt(props: Record<string, unknown>, prop: string, values: readonly string[]): string {
  const value = prop.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], props)
  if (values.includes('true')) return String(value === true)
  if (!values.includes('with')) return String(value)
  return value === undefined || value === null || value === false ? 'without' : 'with'
}
