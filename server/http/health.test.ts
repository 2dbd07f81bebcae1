import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { useTestApp } from '../testing/suite.ts'
import { healthRoutes } from './health.ts'

const testApp = useTestApp()

test('a thousand calls of /readyz look at the database once a second', async () => {
  const began = performance.now()
  const app = Fastify()
  let queries = 0
  const { db } = testApp().context
  const counting = db.withPlugin({
    transformQuery: ({ node }) => (queries++, node),
    transformResult: async ({ result }) => result,
  })
  healthRoutes(app, { db: counting })
  for (let n = 0; n < 1000; n++) expect((await app.inject('/readyz')).statusCode).toBe(200)
  expect(queries).toBeLessThanOrEqual(1 + (performance.now() - began) / 1000)
  await app.close()
})
