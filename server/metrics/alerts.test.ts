/** docs/monitoring/alerts.yml speaks of metrics, labels and values that the server publishes, and says what to do. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

type Series = { series: string; values: string }
/** For an hour, one sample a minute. */
const stays = (series: string, value: number): Series => ({ series, values: `${value}x60` })
const grows = (series: string, perMinute: number): Series => ({ series, values: `0+${perMinute}x60` })

/** For an infinite value, which promtool cannot repeat. */
const ENDLESS = 1_000_000_000
/** What fires each alert, and what is just not enough. */
const CAUSES: Readonly<Record<string, { fires: Series[]; isQuiet: Series[]; forMinutes: number }>> = {
  ServerDown: {
    fires: [stays('up{job="sarraf",instance="a"}', 0)],
    isQuiet: [stays('up{job="sarraf",instance="a"}', 1), stays('up{job="other",instance="a"}', 0)],
    forMinutes: 2,
  },
  DatabaseDown: boundary('sarraf_database_up{instance="a"}', 0, 1, 1),
  ReplicaNotUsed: boundary('sarraf_replica_lag_seconds{pool="replica_reads"}', ENDLESS, 3, 10),
  DeadlinesLate: boundary('sarraf_overdue_oldest_seconds{noun="trades"}', 61, 60, 2),
  ViolationFound: boundary('sarraf_violations{rule="r"}', 1, 0, 0),
  ViolationsUnchecked: boundary('sarraf_violation_checks_oldest_seconds', ENDLESS, 10_800, 120),
  OutboxLate: boundary('sarraf_outbox_oldest_seconds{outbox="emails"}', 901, 900, 5),
  DisputesUnassigned: boundary('sarraf_unassigned_disputes_oldest_seconds', 43_201, 43_200, 10),
  EventLoopLate: boundary('nodejs_eventloop_lag_p99_seconds', 0.6, 0.5, 5),
  ServerErrors: {
    fires: [
      grows('sarraf_http_requests_total{status="2xx"}', 60),
      grows('sarraf_http_requests_total{status="5xx"}', 60),
    ],
    isQuiet: [grows('sarraf_http_requests_total{status="2xx"}', 600)],
    forMinutes: 5,
  },
  TelegramSilent: boundary('sarraf_telegram_silent_seconds', 301, 300, 5),
  RateUnavailable: boundary('sarraf_reference_rate_unavailable_seconds{currency="EUR"}', 301, 300, 0),
}

function boundary(series: string, bad: number, good: number, forMinutes: number) {
  return { fires: [stays(series, bad)], isQuiet: [stays(series, good)], forMinutes }
}

test('each rule has a cause', () => {
  expect(Object.keys(CAUSES).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
})

test.skipIf(PROMTOOL === undefined)('in promtool each alert fires after its time, and not for less', async () => {
  const firing = (alert: string, minutes: number, value: number) => ({
    expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
    eval_time: `${minutes}m`,
    exp_samples: [{ labels: '{}', value }],
  })
  const tests = Object.entries(CAUSES).flatMap(([alert, { fires, isQuiet, forMinutes }]) => {
    // The rate of errors is known some minutes after the first of them.
    const late = forMinutes + 6
    const early = forMinutes === 0 ? [] : [firing(alert, forMinutes - 1, 0)]
    const series = (all: Series[]) => all.map((one) => ({ ...one, values: one.values.replace(/x60$/, `x${late}`) }))
    return [
      {
        name: alert,
        interval: '1m',
        input_series: series(fires),
        promql_expr_test: [...early, firing(alert, late, 1)],
      },
      {
        name: `no ${alert}`,
        interval: '1m',
        input_series: series(isQuiet),
        promql_expr_test: [firing(alert, late, 0)],
      },
    ]
  })
  const folder = await mkdtemp(join(tmpdir(), 'alerts-'))
  try {
    const path = join(folder, 'tests.yml')
    // JSON is YAML.
    await writeFile(path, JSON.stringify({ rule_files: [FILE], evaluation_interval: '1m', tests }))
    const { stdout } = await promisify(execFile)(PROMTOOL!, ['test', 'rules', path])
    expect(stdout).toContain('SUCCESS')
  } finally {
    await rm(folder, { recursive: true })
  }
})
