import { readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_FOLDER, readOperator } from '../../server/operator/operator.ts'
import { makeOperatorFolder } from '../../server/testing/operator-folder.ts'
import { POLICY_FILES, checkOperator } from './check-operator.ts'

const OWN_LOGO = { 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>' }
const OWN_POLICIES = Object.fromEntries(
  POLICY_FILES.map((file) => [file, `${readFileSync(join(DEFAULT_FOLDER, file), 'utf8')}\n`]),
)

async function checked(files: Record<string, string>, copiedIcon?: string) {
  const { folder, remove } = await makeOperatorFolder({ files })
  onTestFinished(remove)
  if (copiedIcon !== undefined) await cp(join(DEFAULT_FOLDER, copiedIcon), join(folder, copiedIcon))
  return checkOperator({ operator: readOperator(folder) })
}

test('a folder with its own logo and policies, and the repository itself, are in order', async () => {
  expect(await checked({ ...OWN_LOGO, ...OWN_POLICIES })).toEqual({
    state: 'ok',
    text: 'The folder has no policy of the repository, and no icon of it beside another logo.',
  })
  expect(checkOperator({ operator: readOperator(undefined) }).state).toBe('ok')
})

test('an icon of the repository beside another logo is named, with what to do', async () => {
  const icon = 'icon-192.png'
  expect(await checked({ ...OWN_LOGO, ...OWN_POLICIES }, icon)).toEqual({
    state: 'warning',
    text: expect.stringMatching(/^The folder has a logo of its own, .* icon-192\.png: delete each .*$/),
  })
  expect((await checked(OWN_POLICIES, icon)).state).toBe('ok')
})

test('policies of the repository are named', async () => {
  const { 'terms.fr.md': _, ...others } = OWN_POLICIES
  expect(await checked({ ...OWN_LOGO, ...others })).toEqual({
    state: 'warning',
    text: "The repository's text is in terms.fr.md: write what your company promises.",
  })
})
