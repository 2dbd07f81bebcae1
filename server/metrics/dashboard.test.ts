/** docs/monitoring/dashboard.json speaks of metrics and labels that the server publishes, and shows each of ours. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test, vi } from 'vitest'
import { call } from '../testing/app.ts'
import { collectGarbage } from '../testing/collect-garbage.ts'
import { readScrape } from '../testing/prometheus.ts'
import type { Scrape } from '../testing/prometheus.ts'
import { PROMTOOL, isPublished, labelsInExpression, metricsIn } from '../testing/promql.ts'
import { useTestApp } from '../testing/suite.ts'

type Target = { refId: string; expr: string; legendFormat: string }
type Panel = {
  id: number
  type: string
  title: string
  description?: string
  gridPos: { h: number; w: number; x: number; y: number }
  fieldConfig?: { defaults: { unit: string } }
  targets?: Target[]
}

const FILE = new URL('../../docs/monitoring/dashboard.json', import.meta.url)
/** Of Prometheus itself, and of the metrics' kind of process. */
const OTHER_LABELS = ['job', 'instance']

const testApp = useTestApp({ metricsPort: 9464 })
const { panels } = JSON.parse(await readFile(FILE, 'utf8')) as { panels: Panel[] }
const graphs = panels.filter(({ type }) => type !== 'row')
const targets = graphs.flatMap(({ title, targets: shown = [] }) =>
  shown.map((target) => [`${title} ${target.refId}`, target] as const),
)

let scrape: Scrape
beforeAll(async () => {
  const { app, context } = testApp()
  await call(app, 'GET', '/livez')
  // Node reports a collection some time after it, and its histogram has no sample before.
  await vi.waitFor(async () => {
    collectGarbage()
    scrape = readScrape(await context.metrics!.read())
    if (!isPublished(scrape, 'nodejs_gc_duration_seconds_sum')) throw new Error('no collection is reported yet')
  })
})

test('the rows', () => {
  expect(panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
    'Traffic and errors',
    'Latency',
    'Trades and deadlines',
    'Outboxes and jobs',
    'Database pool and locks',
    'Disputes and staff queue',
    'Rates',
    'Process',
  ])
})

test('each panel has a number, a place, a unit and an explanation of its own', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { title, description, fieldConfig, targets: shown } of graphs) {
    expect([title, description]).toEqual([title, expect.stringMatching(/^\S.{10,}\.$/)])
    expect([title, fieldConfig?.defaults.unit]).toEqual([title, expect.stringMatching(/^\w+$/)])
    expect(shown).not.toEqual([])
  }
  const places = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
    Array.from({ length: h * w }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
  )
  expect(new Set(places).size).toBe(places.length)
})

test.each(targets)('%s', (_, { expr, legendFormat }) => {
  const names = metricsIn(expr)
  expect(names).not.toEqual([])
  expect(names.filter((name) => !isPublished(scrape, name))).toEqual([])
  const samples = scrape.samples.filter(({ name }) => names.includes(name))
  const known = new Set([...OTHER_LABELS, ...samples.flatMap(({ labels }) => Object.keys(labels))])
  const inLegend = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
  expect([...labelsInExpression(expr), ...inLegend].filter((label) => !known.has(label))).toEqual([])
  // Grafana shows an empty name where the expression has dropped the label.
  expect(inLegend.filter((label) => !labelsInExpression(expr).includes(label))).toEqual([])
})

test('each of our metrics is shown', () => {
  const shown = new Set(targets.flatMap(([, { expr }]) => metricsIn(expr)))
  const isShown = (name: string) => ['', '_bucket', '_sum', '_count'].some((suffix) => shown.has(name + suffix))
  expect(scrape.names.filter((name) => name.startsWith('sarraf_') && !isShown(name))).toEqual([])
  expect(isShown('sarraf_no_such_metric')).toBe(false)
})

test.skipIf(PROMTOOL === undefined)('promtool reads the expressions', async () => {
  const rules = targets.map(([, { expr }], n) => ({
    record: `shown_${n}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }))
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-'))
  try {
    // JSON is YAML.
    await writeFile(join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'shown', rules }] }))
    const { stdout } = await promisify(execFile)(PROMTOOL!, ['check', 'rules', join(folder, 'rules.yml')])
    expect(stdout).toContain(`${rules.length} rules found`)
  } finally {
    await rm(folder, { recursive: true })
  }
})
