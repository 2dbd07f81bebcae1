import { createHash } from 'node:crypto'
import { chown, lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataFolder } from './folder.ts'
import { tcpAccess } from './tcp.ts'
import type { Address } from './tcp.ts'
import type { Runner } from './runner.ts'

/**
 * Where a server listens: a unix socket in a folder only its owner may enter, so other users cannot connect and no
 * password is needed; on Windows, which has no such folder, loopback TCP with a password.
 */
/** Sockets are named by the port, as if it were one; nothing listens on TCP. */
const socketPort = 5432

// sockaddr_un holds 108 bytes on Linux and 104 on macOS, the closing zero included.
const longestSocketPath = 100

/** Chooses the address for a data folder, the same one every time. */
export async function chooseAddress(folder: DataFolder, runner: Runner): Promise<Address> {
  if (process.platform === 'win32') return tcpAccess(folder)
  if (fitsSocket(folder.cluster)) return { host: folder.cluster, port: socketPort }
  return { host: await shortFolder(folder, runner), port: socketPort }
}

function fitsSocket(path: string): boolean {
  return Buffer.byteLength(join(path, `.s.PGSQL.${socketPort}`)) <= longestSocketPath
}

/** A private folder with a short path, for data folders too deep to hold a socket. */
async function shortFolder(folder: DataFolder, runner: Runner): Promise<string> {
  const name = `sarraf-${createHash('sha256').update(folder.path).digest('hex').slice(0, 16)}`
  // Not os.tmpdir(), which is each process's own choice: all processes on a folder must find the same socket.
  const path = join('/tmp', name)
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  // The name can be guessed: a stranger's folder, or a link, must not receive our socket.
  const found = await lstat(path)
  const isOurs = found.uid === process.getuid!() || found.uid === runner.owner
  if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) {
    throw new Error(`${path} is not a private folder of ours; remove it and start again.`)
  }
  if (runner.uid !== undefined) await chown(path, runner.uid, runner.uid)
  return path
}
