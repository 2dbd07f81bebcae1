/** Folders of other operators, for tests. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_FOLDER, ICONS } from '../operator/operator.ts'

export type FolderChanges = {
  /** Fields of operator.json; one that is undefined is left out. */
  facts?: Readonly<Record<string, unknown>>
  /** By the name of a file, its text; null: no such file. */
  files?: Readonly<Record<string, string | Uint8Array | null>>
}

/** A copy of the default folder with the changes, without its icons; and how to remove it. */
export async function makeOperatorFolder({ facts = {}, files = {} }: FolderChanges = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'operator-'))
  await cp(DEFAULT_FOLDER, folder, { recursive: true })
  const written = JSON.parse(await readFile(join(folder, 'operator.json'), 'utf8')) as object
  await writeFile(join(folder, 'operator.json'), JSON.stringify({ ...written, ...facts }))
  const without = [...ICONS, ...Object.keys(files).filter((name) => files[name] === null)]
  for (const name of without) await rm(join(folder, name), { force: true })
  for (const [name, text] of Object.entries(files)) if (text !== null) await writeFile(join(folder, name), text)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** What another operator writes: a name with an apostrophe and an ampersand, which every format has to escape. */
export const OTHER_FACTS = {
  productName: 'L’Échange & Co’s',
  arabicName: 'أمانة',
  nameMeaning: null,
  company: "L'Échange & Co SARL, 12 rue de Marseille, 1000 Tunis",
  supportEmail: 'help@echange.example',
  dataProtectionEmail: 'privacy@echange.example',
} as const

/** What no page, mail, picture or receipt of another operator may say. */
export const DEFAULT_NAMES = /sarraf|صر+ّ?اف/i
