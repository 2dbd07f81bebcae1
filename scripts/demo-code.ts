/**
 * `npm run demo:code nour_b`: the present code of the authenticator app of a demo arbiter or admin. It is derived from the
 * server's secret, so only an operator of a server in demo mode can have it. The settings are the server's.
 */
import { readConfig } from '../server/config.ts'
import { demoTotpSecret } from '../server/demo/demo-codes.ts'
import { DEMO_USERS } from '../server/demo/demo-users.ts'
import { demoSecret } from '../server/demo-secret.ts'
import { presentCode } from '../server/accounts/factors/totp.ts'
import { reportRefusal } from '../server/start-refusal.ts'
import { Refused } from './owner-database.ts'

const STAFF = DEMO_USERS.filter(({ role }) => role !== null).map(({ username }) => username)

try {
  const [username, ...rest] = process.argv.slice(2)
  const { demo, secret, dataDir } = readConfig()
  if (!demo) throw new Refused('Demo users exist in demo mode only (docs/operations.md).')
  if (username === undefined || !STAFF.includes(username) || rest.length > 0) {
    throw new Refused(`npm run demo:code -- ${STAFF.join('|')}`)
  }
  const { code, seconds } = presentCode(demoTotpSecret(secret ?? (await demoSecret(dataDir)), username), new Date())
  console.log(`${code}  for ${seconds} s; each code works once.`)
} catch (error) {
  reportRefusal(error)
}
