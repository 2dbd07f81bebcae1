/**
 * Loaded into a server process before it starts (`node --import`): every https request of the server goes to the test's receiver of
 * webhooks, whatever its name. The product has no setting for that.
 */
import https from 'node:https'
import type { RequestOptions } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import type { LookupFunction } from 'node:net'

const { RECEIVER_PORT: port, RECEIVER_CERTIFICATE: ca } = process.env
const request = https.request

const toLoopback: LookupFunction = (_name, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)

https.request = ((url: string | URL, options: RequestOptions) =>
  request(url, { ...options, port, ca, lookup: toLoopback })) as typeof https.request
syncBuiltinESMExports()
