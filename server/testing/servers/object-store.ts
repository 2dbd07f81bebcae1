/** A real S3 server on its own port, with one bucket in a folder. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { StoreSettings } from '../../files/settings.ts'

const BUCKET = 'files'
const SUFFIX = '._S3rver_object'

export type TestStore = {
  settings: StoreSettings
  /** What the bucket holds, by key. */
  objects(): Promise<Map<string, Buffer>>
  /** Exchanges an object behind the server's back. */
  write(key: string, bytes: Buffer): Promise<void>
  close(): Promise<void>
}

export async function startObjectStore(): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'sarraf-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = await server.run()
  const bucket = join(directory, BUCKET)
  return {
    // The key that this server knows.
    settings: {
      url: `http://127.0.0.1:${port}/${BUCKET}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async objects() {
      const names = (await readdir(bucket)).filter((name) => name.endsWith(SUFFIX))
      return new Map(
        await Promise.all(
          names.map(async (name) => [name.slice(0, -SUFFIX.length), await readFile(join(bucket, name))] as const),
        ),
      )
    },
    write: (key, bytes) => writeFile(join(bucket, key + SUFFIX), bytes),
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
