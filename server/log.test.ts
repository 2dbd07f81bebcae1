import { expect, test } from 'vitest'
import { DomainError } from '../domain/errors.ts'
import { createRetryWarnings, openLog } from './log.ts'

function linesOf(write: (log: ReturnType<typeof openLog>) => void): string[] {
  const lines: string[] = []
  write(openLog('info', { write: (line: string) => void lines.push(line) }))
  return lines
}

test('credentials, and rows that Postgres quotes, are not logged', () => {
  const headers = { cookie: 'sid=the-token', authorization: 'Bearer the-key', host: 'localhost' }
  const detail = 'Failing row contains (amina@example.org).'
  const err = Object.assign(new Error('violates a constraint'), { detail, where: 'COPY users, line 1: "amina"' })
  const [line = ''] = linesOf((log) => log.error({ err, req: { headers } }, 'unexpected error'))
  expect(line).toContain('violates a constraint')
  const [busy = ''] = linesOf((log) => log.warn({ err: new DomainError('busy', { cause: err }) }, 'will try again'))
  expect(busy).toContain('violates a constraint')
  for (const secret of ['the-token', 'the-key', 'amina']) expect(line + busy).not.toContain(secret)
})

test('a line is JSON with its time in UTC, whatever it says', () => {
  const before = Date.now()
  const hostile = 'a\n{"level":60,"msg":"forged"}\r\u0000\u001b[31m'
  const lines = linesOf((log) => log.warn({ hostile }, hostile))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^[^\n\r\u0000\u001b]+\n$/)
  const line = JSON.parse(lines[0]!) as Record<string, unknown>
  expect(line).toMatchObject({ level: 40, msg: hostile, hostile })
  // Milliseconds since 1970, which have no time zone.
  expect(line.time).toEqual(expect.any(Number))
  expect(line.time).toBeGreaterThanOrEqual(before)
})

test('what fails again and again is logged once a minute, with how often, and another cause immediately', () => {
  let now = 0
  const lines = linesOf((log) => {
    const warn = createRetryWarnings(log, () => now)
    const fail = (name: string, cause: string) => warn(name, new Error(cause), 'will try again')
    fail('send mails', 'no database')
    for (now = 1000; now < 60_000; now += 1000) fail('send mails', 'no database')
    fail('sweep', 'no database')
    fail('send mails', 'no database')
    fail('send mails', 'no database')
    fail('send mails', 'read only')
    fail('send mails', 'read only')
    fail('send mails', 'no database')
    now += 200_000
    fail('send mails', 'no database')
  })
  const said = lines.map((line) => JSON.parse(line) as { job: string; err: { message: string }; repeated?: number })
  expect(said.map(({ job, err, repeated }) => [job, err.message, repeated])).toEqual([
    ['send mails', 'no database', undefined],
    ['sweep', 'no database', undefined],
    ['send mails', 'no database', 59],
    ['send mails', 'read only', undefined],
    ['send mails', 'no database', undefined],
  ])
})
