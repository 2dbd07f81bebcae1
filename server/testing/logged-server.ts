import type { AddressInfo } from 'node:net'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { openLog } from '../log.ts'

export type LoggedServer = {
  url: string
  port: number
  /** What was logged, a line each, as it was written. */
  lines: string[]
  /** The lines of the access log, parsed. */
  requests: () => Record<string, unknown>[]
  close: () => Promise<void>
}

/** The application on a port of its own, for what a call without a connection does not show: its log, and what Node does. */
export async function startLoggedServer(context: Context, settings: Partial<Config> = {}): Promise<LoggedServer> {
  const lines: string[] = []
  const log = openLog('warn', { write: (line: string) => void lines.push(line) })
  const app = await buildApp({ ...context, config: { ...context.config, ...settings }, log })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    port: (app.server.address() as AddressInfo).port,
    lines,
    requests: () =>
      lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'request'),
    close: () => app.close(),
  }
}
