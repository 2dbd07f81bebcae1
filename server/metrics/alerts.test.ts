/** docs/monitoring/alerts.yml speaks of metrics that the server publishes, and says what to do. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { call } from '../testing/app.ts'
import { readScrape } from '../testing/prometheus.ts'
import type { Scrape } from '../testing/prometheus.ts'
import { useTestApp } from '../testing/suite.ts'

type Rule = { alert: string; expr: string; annotations: { summary: string; description: string } }

const FILE = fileURLToPath(new URL('../../docs/monitoring/alerts.yml', import.meta.url))
const PROMTOOL = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'promtool'))
  .find((path) => existsSync(path))

const testApp = useTestApp({ metricsPort: 9464 })
const { groups } = parse(await readFile(FILE, 'utf8')) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

let scrape: Scrape
beforeAll(async () => {
  const { app, context } = testApp()
  await call(app, 'GET', '/livez')
  scrape = readScrape(await context.metrics!.read())
})

/** The names in an expression that are neither functions, nor words of the language, nor labels. */
function metricsIn(expr: string): string[] {
  const plain = expr
    .replaceAll(/"[^"]*"|'[^']*'/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
  const names = [...plain.matchAll(/(?<![\w:.])[a-zA-Z_:][\w:]*(?![\w:]|\s*\()/g)].map(([name]) => name)
  return names.filter((name) => !['and', 'or', 'unless', 'bool', 'offset'].includes(name))
}

/** Also those of a histogram; `up` is Prometheus' own. */
function isPublished(name: string): boolean {
  return name === 'up' || scrape.names.includes(name) || scrape.samples.some((sample) => sample.name === name)
}

test('an expression names its metrics', () => {
  expect(
    metricsIn('sum by (route) (rate(a_total{status="5xx"}[5m])) / ignoring(x) sum(b:c) > 3 * 36e2 and max(d)'),
  ).toEqual(['a_total', 'b:c', 'd'])
})

test.each(rules.map((rule) => [rule.alert, rule] as const))('%s', (_, { expr, annotations }) => {
  expect(metricsIn(expr)).not.toEqual([])
  expect(metricsIn(expr).filter((name) => !isPublished(name))).toEqual([])
  expect(annotations.summary).toMatch(/\.$/)
  expect(annotations.description.length).toBeGreaterThan(50)
})

test('each rule has a name of its own, and a metric that does not exist is noticed', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  expect(metricsIn('max(sarraf_no_such_metric) > 0').filter((name) => !isPublished(name))).toHaveLength(1)
})

test.skipIf(PROMTOOL === undefined)('promtool reads the rules', async () => {
  const { stdout } = await promisify(execFile)(PROMTOOL!, ['check', 'rules', FILE])
  expect(stdout).toContain(`${rules.length} rules found`)
})
