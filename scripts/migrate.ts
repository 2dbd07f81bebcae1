/**
 * `npm run migrate`: brings the schema up to date as the database owner, so that the server never needs the owner's login, and keeps the
 * scripts of the pages in it. Any number may run concurrently, and beside a running server.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { migrate } from '../server/db/migrate.ts'
import { keepPageScripts } from '../server/pages/page-scripts.ts'
import { reportRefusal } from '../server/start-refusal.ts'
import { withOwnerDatabase } from './owner-database.ts'

const client = fileURLToPath(new URL('../build/client', import.meta.url))

try {
  await withOwnerDatabase(async ({ ownerUrl }) => {
    await migrate(ownerUrl, { report: console.log })
    console.log('The schema is up to date.')
    if (existsSync(client)) await keepPageScripts(ownerUrl, client)
    else
      console.log(
        'There are no pages in build/ yet: after the build run this again, or pages that are open at the next upgrade lose parts.',
      )
  })
} catch (error) {
  reportRefusal(error)
}
