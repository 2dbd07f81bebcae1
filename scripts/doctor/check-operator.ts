import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '../../domain/languages.ts'
import { POLICIES } from '../../domain/operator/policies.ts'
import type { Config } from '../../server/config.ts'
import { DEFAULT_FOLDER, ICONS, LOGO, policyFile } from '../../server/operator/operator.ts'
import { ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

export const POLICY_FILES = POLICIES.flatMap((policy) => LANGUAGES.map((language) => policyFile(policy, language)))

/** A copy of the repository's folder also has its icons, which would stay beside another logo, and its policies. */
export function checkOperator({ operator: { folder } }: Pick<Config, 'operator'>): Finding {
  if (folder === DEFAULT_FOLDER)
    return ok('The folder operator/ of this checkout: whether it was changed cannot be seen.')
  const isCopied = (file: string) =>
    existsSync(join(folder, file)) && readFileSync(join(folder, file)).equals(readFileSync(join(DEFAULT_FOLDER, file)))
  const icons = isCopied(LOGO) ? [] : ICONS.filter(isCopied)
  const policies = POLICY_FILES.filter(isCopied)
  const faults: string[] = []
  if (icons.length > 0)
    faults.push(
      `The folder has a logo of its own, but still the repository's ${icons.join(', ')}: delete each of these and run "npm run build", which draws them from the logo.`,
    )
  if (policies.length > 0)
    faults.push(`The repository's text is in ${policies.join(', ')}: write what your company promises.`)
  if (faults.length > 0) return warning(faults.join(' '))
  return ok('The folder has no policy of the repository, and no icon of it beside another logo.')
}
