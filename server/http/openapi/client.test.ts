/** A TypeScript client that is generated from the document trades over HTTP (docs/examples/trade.ts). */
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTypescript from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '../../testing/accounts/users.ts'
import { createApiKey } from '../../testing/accounts/api-clients.ts'
import { accountOf } from '../../testing/accounts/payment-accounts.ts'
import { useTestApp } from '../../testing/suite.ts'
import { pdf } from '../../testing/uploads.ts'

const testApp = useTestApp()
const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const TSCONFIG = {
  compilerOptions: {
    target: 'es2025',
    lib: ['es2025', 'dom'],
    module: 'nodenext',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    strict: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  files: ['trade.ts', 'sarraf.ts'],
}

let origin: string
let folder: string
beforeAll(async () => {
  origin = await testApp().app.listen({ port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'sarraf-client-'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  await copyFile(join(root, 'docs/examples/trade.ts'), join(folder, 'trade.ts'))
  const document = await (await fetch(`${origin}/api/openapi.json`)).json()
  await writeFile(join(folder, 'sarraf.ts'), await openapiTypescript(document))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the generated client and the example compile under strict', async () => {
  const compiled = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
    (error: { stdout: string }) => error,
  )
  expect(compiled.stdout).toBe('')
})

test('with the keys of two traders it makes a whole trade', async () => {
  const { app } = testApp()
  const [seller, buyer] = [await signUp(app, 'seller'), await signUp(app, 'buyer')]
  await accountOf(testApp().owner, testApp().context.keyring, seller.id, 'sepa_instant')
  const keys = [await createApiKey(seller, ['read', 'offers', 'release']), await createApiKey(buyer, ['trades'])].map(
    ({ key }) => key,
  )
  await writeFile(join(folder, 'receipt.pdf'), pdf('paid'))
  const { stdout } = await run(process.execPath, ['trade.ts', origin, ...keys, 'receipt.pdf'], { cwd: folder })
  const { tradeId, status } = JSON.parse(stdout)
  expect(status).toBe('completed')
  expect((await buyer.get(`/api/trades/${tradeId}`)).body).toMatchObject({
    status: 'completed',
    amountFiat: '150.00',
    escrow: { state: 'released', holds: '0.000000' },
  })
  const { messages } = (await seller.get(`/api/trades/${tradeId}/messages`)).body
  expect(messages).toContainEqual(expect.objectContaining({ sender: 'buyer', text: 'I am sending 150.00 EUR now.' }))
})
