import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../error-codes.ts'
import type { DataFolder } from './folder.ts'
import { freePort } from './free-port.ts'

export type Address = { host: string; port: number; password?: string }

/**
 * The loopback address of a server that cannot use a unix socket (Windows): a free port and a random password,
 * chosen once and kept in the data folder.
 */
export async function tcpAccess(folder: DataFolder): Promise<Required<Address>> {
  const file = join(folder.path, 'postgres-access.json')
  const password = randomBytes(24).toString('base64url')
  const host = '127.0.0.1'
  const chosen = { host, port: await freePort(host), password }
  try {
    await writeFile(file, JSON.stringify(chosen), { flag: 'wx', mode: 0o600 })
    return chosen
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return JSON.parse(await readFile(file, 'utf8')) as Required<Address>
  }
}
