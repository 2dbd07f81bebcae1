import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Flood, Sender } from './flood.ts'

export type Flooding = {
  start(): void
  /** Returns the number of requests since the start. */
  stop(): Promise<number>
  end(): void
}

/** A flood in a process of its own. */
export function startFlood(flood: Flood): Flooding {
  const child = fork(fileURLToPath(new URL('flood.ts', import.meta.url)), { serialization: 'advanced' })
  child.send(flood)
  return {
    start: () => child.send('start'),
    async stop() {
      child.send('stop')
      const [sent] = (await once(child, 'message')) as [number]
      return sent
    },
    end: () => child.kill(),
  }
}

/** A multipart form with a file, and text fields before it. */
export function formOf(
  field: string,
  file: Uint8Array,
  fields: Record<string, string> = {},
): Pick<Sender['requests'][number], 'body' | 'type'> {
  const texts = Object.entries(fields).map(
    ([name, value]) => `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--edge\r\ncontent-disposition: form-data; name="${field}"; filename="a"\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(texts.join('') + head), file, Buffer.from('\r\n--edge--\r\n')]),
    type: 'multipart/form-data; boundary=edge',
  }
}
