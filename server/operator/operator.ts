/** The operator's own name: a folder with a file of facts, a logo, and the terms and the privacy policy in every language. */
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '../../domain/languages.ts'
import type { Language } from '../../domain/languages.ts'
import { POLICIES } from '../../domain/operator/policies.ts'
import type { PolicyName } from '../../domain/operator/policies.ts'
import { OperatorError } from '../setting-values.ts'
import { assertReadable } from './colours.ts'
import { readFacts } from './facts.ts'
import type { Facts } from './facts.ts'
import { readLogo } from './logo.ts'
import type { Logo } from './logo.ts'
import { readPolicy } from './policies.ts'
import type { Policy } from './policies.ts'

export type Operator = Facts & {
  /** Absolute. */
  folder: string
  logo: Logo
  policies: Readonly<Record<PolicyName, Readonly<Record<Language, Policy>>>>
}

/** Pictures that a folder may hold; the build draws the others from the logo. */
export const ICONS = [
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
  'badge-96.png',
] as const

const FACTS = 'operator.json'
export const LOGO = 'logo.svg'
/** The folder of this repository, whose name is Sarraf. */
export const DEFAULT_FOLDER = fileURLToPath(new URL('../../operator', import.meta.url))
const THEME = new URL('../../web/theme.css', import.meta.url)
/** No file of the folder is longer, so that a wrong path to a large one does not fill the memory. */
const FILE_BYTES_MAX = 200_000

export function policyFile(policy: PolicyName, language: Language): string {
  return `${policy}.${language}.md`
}

/**
 * Reads the folder that the setting `OPERATOR` names, by default that of the repository. Throws an `OperatorError` that names the
 * file, the field and what to write instead.
 */
export function readOperator(setting: string | undefined): Operator {
  const folder = setting ? resolve(setting) : DEFAULT_FOLDER
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new OperatorError(`OPERATOR must be a folder such as ${DEFAULT_FOLDER}: there is none at ${folder}`)
  const facts = readFacts(textOf(folder, FACTS), join(folder, FACTS))
  assertReadable(readFileSync(THEME, 'utf8'), facts.colours, join(folder, FACTS))
  const logo = readLogo(textOf(folder, LOGO), join(folder, LOGO))
  const policies = byName(POLICIES, (policy) =>
    byName(LANGUAGES, (language) => {
      const file = policyFile(policy, language)
      return readPolicy(textOf(folder, file), { file: join(folder, file), language, facts })
    }),
  )
  return { ...facts, folder, logo, policies }
}

function textOf(folder: string, name: string): string {
  const path = join(folder, name)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile())
    throw new OperatorError(`${path} is missing: copy it from ${DEFAULT_FOLDER}, and write your own`)
  if (found.size > FILE_BYTES_MAX)
    throw new OperatorError(`${path} has ${found.size} bytes: at most ${FILE_BYTES_MAX} are read`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    throw new OperatorError(`${path} cannot be read as UTF-8: allow this process to read it, and save it as UTF-8`, {
      cause: error,
    })
  }
}

function byName<Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>
}
