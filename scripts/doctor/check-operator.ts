import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '../../domain/languages.ts'
import { POLICIES } from '../../domain/operator/policies.ts'
import { DEFAULT_FOLDER, ICONS, LOGO, policyFile } from '../../server/operator/operator.ts'
import { ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

const POLICY_FILES = POLICIES.flatMap((policy) => LANGUAGES.map((language) => policyFile(policy, language)))

/** A copy of the repository's folder also has its icons, which then go on beside another logo, and its policies. */
export function checkOperator(setting = process.env.OPERATOR): Finding {
  if (!setting) return ok('OPERATOR is not set: the product has the name, mark and policies of the repository.')
  const isCopied = (file: string) =>
    existsSync(join(setting, file)) &&
    readFileSync(join(setting, file)).equals(readFileSync(join(DEFAULT_FOLDER, file)))
  const icons = isCopied(LOGO) ? [] : ICONS.filter(isCopied)
  const policies = POLICY_FILES.filter(isCopied)
  const faults: string[] = []
  if (icons.length > 0)
    faults.push(
      `With a logo of its own it still has the repository's ${icons.join(', ')}: delete them, and the build draws them from the logo.`,
    )
  if (policies.length > 0)
    faults.push(`The repository's text is in ${policies.join(', ')}: write what your company promises.`)
  return faults.length > 0 ? warning(faults.join(' ')) : ok('Its mark, icons and policies are its own.')
}
