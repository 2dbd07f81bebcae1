/** docs/monitoring/alerts.yml speaks of metrics, labels and values that the server publishes, and says what to do. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { call } from '../testing/app.ts'
import { readScrape } from '../testing/prometheus.ts'
import { PROMTOOL, isPublished, labelsInExpression, metricsIn, valuesIn } from '../testing/promql.ts'
import type { Scrape } from '../testing/prometheus.ts'
import { useTestApp } from '../testing/suite.ts'
import { STATUS_CLASSES } from './metrics.ts'

type Rule = { alert: string; expr: string; annotations: { summary: string; description: string } }

const FILE = fileURLToPath(new URL('../../docs/monitoring/alerts.yml', import.meta.url))

const testApp = useTestApp({ metricsPort: 9464 })
const { groups } = parse(await readFile(FILE, 'utf8')) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

let scrape: Scrape
beforeAll(async () => {
  const { app, context } = testApp()
  await call(app, 'GET', '/livez')
  scrape = readScrape(await context.metrics!.read())
})

/** The labels that a rule names in its expression or its texts. */
function labelsIn({ expr, annotations }: Pick<Rule, 'expr' | 'annotations'>): string[] {
  return [
    ...labelsInExpression(expr),
    ...[...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(([, name = '']) => name),
  ]
}

/** Prometheus adds them to every sample: `job` is chosen in its settings, as docs/operations.md has it. */
const OF_PROMETHEUS: Readonly<Record<string, readonly string[]>> = { job: ['sarraf'], instance: [] }

/** The values of a label of these metrics. The requests of the test have some classes of the status only. */
function valuesOf(names: readonly string[], label: string): readonly string[] {
  if (label in OF_PROMETHEUS) return OF_PROMETHEUS[label]!
  if (label === 'status' && names.includes('sarraf_http_requests_total')) return STATUS_CLASSES
  const samples = scrape.samples.filter(({ name }) => names.includes(name))
  return samples.flatMap(({ labels }) => labels[label] ?? [])
}

const isLabel = (names: readonly string[], label: string) => label in OF_PROMETHEUS || valuesOf(names, label).length > 0

test('a rule names its labels and their values', () => {
  const expr = 'sum by (route, x) (rate(a{status="5xx", pool=~"main|other"}[5m]))'
  const annotations = { summary: '{{ $labels.noun }} late', description: '' }
  expect(labelsIn({ expr, annotations })).toEqual(['route', 'x', 'status', 'pool', 'pool', 'noun'])
  expect(valuesIn(expr)).toEqual([
    ['status', '5xx'],
    ['pool', 'main'],
    ['pool', 'other'],
  ])
  expect(isLabel(['sarraf_overdue'], 'noun')).toBe(true)
  expect(isLabel(['sarraf_overdue'], 'kind')).toBe(false)
  expect(valuesOf(['sarraf_overdue'], 'noun')).not.toContain('emails')
})

test('an expression names its metrics', () => {
  expect(
    metricsIn('sum by (route) (rate(a_total{status="5xx"}[5m])) / ignoring(x) sum(b:c) > 3 * 36e2 and max(d)'),
  ).toEqual(['a_total', 'b:c', 'd'])
})

test.each(rules.map((rule) => [rule.alert, rule] as const))('%s', (_, rule) => {
  const { expr, annotations } = rule
  const names = metricsIn(expr)
  expect(metricsIn(expr)).not.toEqual([])
  expect(metricsIn(expr).filter((name) => !isPublished(scrape, name))).toEqual([])
  expect(labelsIn(rule).filter((label) => !isLabel(names, label))).toEqual([])
  expect(valuesIn(expr).filter(([label, value]) => !valuesOf(names, label).includes(value))).toEqual([])
  expect(annotations.summary).toMatch(/\.$/)
  expect(annotations.description.length).toBeGreaterThan(50)
})

test('each rule has a name of its own, and a metric that does not exist is noticed', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  expect(metricsIn('max(sarraf_no_such_metric) > 0').filter((name) => !isPublished(scrape, name))).toHaveLength(1)
})

test.skipIf(PROMTOOL === undefined)('promtool reads the rules', async () => {
  const { stdout } = await promisify(execFile)(PROMTOOL!, ['check', 'rules', FILE])
  expect(stdout).toContain(`${rules.length} rules found`)
})
