/** With ASSET=USDC, no text that a user reads has the word USDT. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { build } from 'vite'
import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { ASSET, inAsset } from '../../domain/asset.ts'
import { DomainError, ERRORS, InvalidInput } from '../../domain/errors.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { AMOUNT_TEXTS } from '../../domain/money.ts'
import { readOperator } from '../../server/operator/operator.ts'
import { readMessageCatalogues } from '../../server/mail/message-catalogues.ts'
import { openApiRoutes } from '../../server/http/openapi/routes.ts'
import { operatorBrand } from './operator-brand.ts'
import { splitTexts } from './split-texts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the word is replaced, and names that contain it are not', () => {
  expect(ASSET).toBe('USDC')
  expect(inAsset('Send “amountUsdt” or USDT_MAX in USDT.')).toBe('Send “amountUsdt” or USDT_MAX in USDC.')
})

test('the compiled catalogues of the pages', async () => {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [splitTexts(root, readOperator(undefined))],
    build: { write: false, rolldownOptions: { input: join(root, 'web/i18n.ts'), preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput
  const code = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n')
  expect(code.match(/\bUSDC\b/g)?.length).toBeGreaterThan(500)
  // A no-break space may be written as \xA0.
  expect(code).not.toMatch(/(?<![A-Za-z_])USDT\b/)
}, 60_000)

test('literals of the pages, and the value that the client reads', async () => {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [operatorBrand(readOperator(undefined))],
    build: {
      write: false,
      rolldownOptions: { input: join(root, 'domain/errors.ts'), preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput
  expect(output[0].code).toContain('USDC')
  expect(output[0].code).not.toMatch(/(?<![A-Za-z_])USDT\b|process\.env/)
})

test.each(['mail', 'pages/og-images', 'trades/receipts'])('the catalogues of %s', async (folder) => {
  const catalogues = await readMessageCatalogues(new URL(`../../server/${folder}/locales/`, import.meta.url))
  for (const { messages } of Object.values(catalogues)) {
    const written = JSON.stringify(Object.values(messages))
    expect(written).toContain('USDC')
    expect(written).not.toMatch(/\bUSDT\b/)
  }
})

test('refusals, of a field as well', () => {
  const messages = Object.keys(ERRORS).map((code) => new DomainError(code as ErrorCode).message)
  const { message, fields } = new InvalidInput({ usdt: AMOUNT_TEXTS.usdt })
  const written = JSON.stringify([messages, message, fields])
  expect(written).toContain('USDC')
  expect(written).not.toMatch(/\bUSDT\b/)
})

test('the OpenAPI document', async () => {
  const app = Fastify()
  openApiRoutes(app, { publicUrl: 'http://localhost' })
  const { body } = await app.inject('/api/openapi.json')
  expect(body).toContain('A peer-to-peer USDC marketplace')
  expect(body).toContain('amountUsdt')
  expect(body).not.toMatch(/\bUSDT\b/)
})
