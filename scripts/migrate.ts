/**
 * `npm run migrate`: brings the schema up to date as the database owner, so that the server never needs the owner's login.
 * Any number may run concurrently, and beside a running server.
 */
import { migrate } from '../server/db/migrate.ts'
import { reportRefusal } from '../server/start-refusal.ts'
import { withOwnerDatabase } from './owner-database.ts'

try {
  await withOwnerDatabase(({ ownerUrl }) => migrate(ownerUrl, { report: console.log }))
  console.log('The schema is up to date.')
} catch (error) {
  reportRefusal(error)
}
