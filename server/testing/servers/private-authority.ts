/** A certificate authority of a test's own, which openssl makes. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const openssl = (...args: string[]) => promisify(execFile)('openssl', args)
const NEW_KEY = ['-newkey', 'rsa:2048', '-noenc', '-days', '2']

/** The paths of PEM files. */
export type Certificate = { certificate: string; key: string }
export type PrivateAuthority = {
  /** Its own certificate. */
  certificate: string
  issue: (host: string) => Promise<Certificate>
}

export async function makePrivateAuthority(parent: string): Promise<PrivateAuthority> {
  const folder = await mkdtemp(join(parent, 'authority-'))
  await chmod(folder, 0o755)
  const [certificate, key] = [join(folder, 'ca.pem'), join(folder, 'ca.key')]
  await openssl('req', '-x509', ...NEW_KEY, '-subj', '/CN=Private authority', '-keyout', key, '-out', certificate)

  async function issue(host: string): Promise<Certificate> {
    const issued = { certificate: join(folder, `${host}.pem`), key: join(folder, `${host}.key`) }
    const [request, extensions] = [join(folder, `${host}.csr`), join(folder, `${host}.ext`)]
    await writeFile(extensions, `subjectAltName = DNS:${host}`)
    await openssl('req', ...NEW_KEY, '-subj', `/CN=${host}`, '-keyout', issued.key, '-out', request)
    const signed = ['-in', request, '-extfile', extensions, '-out', issued.certificate]
    await openssl('x509', '-req', '-CA', certificate, '-CAkey', key, '-CAcreateserial', '-days', '2', ...signed)
    await chmod(issued.key, 0o600)
    return issued
  }

  return { certificate, issue }
}
