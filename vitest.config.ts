import { availableParallelism } from 'node:os'
import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { CURRENCIES } from './domain/offers/currencies.ts'
import { operatorBrand } from './scripts/bundle/operator-brand.ts'
import { splitTexts } from './scripts/bundle/split-texts.ts'
import { textMacros } from './scripts/bundle/text-macros.ts'
import { readOperator } from './server/operator/operator.ts'

const operator = readOperator(undefined)

/** A failure's first line, which the check repeats at its end, shows the values that differ. */
const chaiConfig = { truncateThreshold: 600 }
/** The markets of other operators: the setting is read with the first module. */
const OTHER_CURRENCIES = 'server/offers/currencies/other-currencies.test.ts'
const OTHER_ASSET = 'scripts/bundle/configured-asset.test.ts'
/** All of them: by default Vitest leaves one idle. */
const CORES = availableParallelism()
/** What a test waits for comes later on a machine under load. */
const expect = { poll: { timeout: 30_000 } }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'domain',
          include: [
            'domain/**/*.test.ts',
            'web/**/*.test.ts',
            'scripts/architecture.test.ts',
            'scripts/bundle/*.test.ts',
            'scripts/check/*.test.ts',
            'scripts/dependencies.test.ts',
            'scripts/deploy.test.ts',
            'scripts/lock-file.test.ts',
            'scripts/numbers-in-texts.test.ts',
            'scripts/spec-coverage.test.ts',
            'scripts/texts.test.ts',
            'scripts/vocabulary.test.ts',
          ],
          exclude: [OTHER_ASSET],
          isolate: false,
          maxWorkers: CORES,
          // Properties are tried with many inputs, which takes a busy machine more than Vitest's five seconds.
          testTimeout: 30_000,
        },
      },
      {
        plugins: [
          operatorBrand(operator),
          splitTexts(import.meta.dirname, operator),
          lingui(),
          textMacros(import.meta.dirname),
        ],
        test: {
          name: 'components',
          include: ['web/**/*.test.tsx'],
          environment: 'happy-dom',
          isolate: false,
          maxWorkers: CORES,
          setupFiles: ['web/testing/fail-on-console-error.ts', 'web/testing/empty-tab.ts'],
          // Longer than web/testing/render.tsx waits for several assertions, so that one of them fails and not the test's time.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'chaos',
          include: ['server/testing/{chaos,drills}/*.test.ts'],
          // Each starts servers and up to sixteen traders, beside the stories.
          maxWorkers: 1,
          chaiConfig,
          expect,
        },
      },
      {
        test: {
          name: 'start',
          include: [
            'scripts/start.test.ts',
            'scripts/production-start.test.ts',
            'scripts/dev.test.ts',
            'scripts/versions.test.ts',
          ],
          // Vitest's default number of workers, which another group of the same order may not have.
          sequence: { groupOrder: 3 },
          expect,
        },
      },
      {
        test: {
          name: 'other asset',
          include: [OTHER_ASSET],
          env: { ASSET: 'USDC' },
          maxWorkers: CORES,
        },
      },
      {
        test: {
          name: 'other currencies',
          include: [OTHER_CURRENCIES],
          env: { CURRENCIES: Object.keys(CURRENCIES).toReversed().join(' ') },
          globalSetup: ['server/testing/servers/cluster.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
          expect,
        },
      },
      {
        test: {
          name: 'server',
          include: [
            'server/**/*.test.ts',
            'packages/**/*.test.ts',
            'scripts/bench/*.test.ts',
            'scripts/doctor/*.test.ts',
            'scripts/siege/*.test.ts',
            'scripts/soak/*.test.ts',
          ],
          exclude: ['server/testing/{chaos,drills}/**', OTHER_CURRENCIES],
          globalSetup: ['server/testing/servers/cluster.ts', 'server/testing/row-types-setup.ts'],
          setupFiles: ['server/testing/attacks/check-rows.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 4,
          // A project with its own number of workers runs in its own group, after the others.
          sequence: { groupOrder: 1 },
          isolate: false,
          chaiConfig,
          expect,
        },
      },
    ],
  },
})
