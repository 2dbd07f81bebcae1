/**
 * The checks of what changed since the main branch, in under a minute: the static checks, the guards, the tests that import a
 * changed file of `domain` or `web`, the server tests of the changed folders, and the stories whose files changed. The whole
 * check stays the measure: a change of the server can break a test in another folder.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './failure.ts'
import { command, contracts, stories, unit } from './steps.ts'
import type { Step } from './steps.ts'

const MAIN = ['origin/main', 'main']

export async function changedSteps(scratch: string): Promise<Step[][]> {
  const base = baseOfChange()
  const files = changedFiles(base)
  console.log(`${files.length} files changed since ${base.slice(0, 10)}`)
  const code = files.filter((file) => /\.(ts|tsx|mjs|js)$/.test(file))
  const server = [...new Set(files.filter(isTestedByServer).map((file) => `${dirname(file)}/`))]
  const changedStories = files.filter((file) => file.endsWith('.story.ts'))
  const hasTexts = files.some((file) => /^(web|domain|server\/mail)\//.test(file))
  return [
    [
      // Rewrites the catalogues while it runs, so no step that reads them may run beside it.
      ...(hasTexts ? [command('texts are in the catalogue', process.execPath, 'scripts/check-texts.ts')] : []),
      command('types', 'tsc', '-p', '.'),
      ...(code.length > 0 ? [command('lint', 'oxlint', '--type-aware', '--deny-warnings', ...code)] : []),
      ...(files.length > 0 ? [command('format', 'oxfmt', '--check', '--no-error-on-unmatched-pattern', ...files)] : []),
    ],
    files.some((file) => /^(scripts\/)?contracts\b/.test(file)) ? [contracts('escrow contracts', scratch)] : [],
    [unit('guards', scratch, ['domain', 'other asset'], ['scripts/'])],
    [unit('rules and components', scratch, ['domain', 'components'], ['--changed', base, '--passWithNoTests'])],
    server.length > 0 ? [unit('server', scratch, ['server'], [...server, '--passWithNoTests'])] : [],
    changedStories.length > 0 ? [stories('stories', scratch, changedStories)] : [],
  ]
}

/** The merge base with the main branch; on the main branch itself, without changes, the last commit. */
function baseOfChange(): string {
  const head = git('rev-parse', 'HEAD')
  const main = MAIN.find((name) => git('rev-parse', '--verify', '--quiet', name) !== '')
  const base = main === undefined ? head : git('merge-base', 'HEAD', main)
  return base === head && changedFiles(head).length === 0 ? git('rev-parse', 'HEAD~1') : base
}

function changedFiles(base: string): string[] {
  const tracked = git('diff', '--name-only', base).split('\n')
  const untracked = git('ls-files', '--others', '--exclude-standard').split('\n')
  return [...tracked, ...untracked].filter((file) => file !== '' && existsSync(join(root, file)))
}

function isTestedByServer(file: string): boolean {
  return /^(server|packages)\/.+\.(ts|sql)$/.test(file) && !file.startsWith('server/testing/')
}

/** The output of git, without its line end; empty where it fails. */
function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}
