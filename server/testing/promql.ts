/** What an expression of Prometheus speaks of. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Scrape } from './prometheus.ts'

/** Undefined where it is not installed. */
export const PROMTOOL = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'promtool'))
  .find((path) => existsSync(path))

/** Also those of a histogram; `up` is Prometheus' own. */
export function isPublished({ names, samples }: Scrape, name: string): boolean {
  return name === 'up' || names.includes(name) || samples.some((sample) => sample.name === name)
}

/** The names in an expression that are neither functions, nor words of the language, nor labels. */
export function metricsIn(expr: string): string[] {
  const plain = expr
    .replaceAll(/"[^"]*"|'[^']*'/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
  const names = [...plain.matchAll(/(?<![\w:.])[a-zA-Z_:][\w:]*(?![\w:]|\s*\()/g)].map(([name]) => name)
  return names.filter((name) => !['and', 'or', 'unless', 'bool', 'offset', 'Inf'].includes(name))
}

/** The labels that an expression names. */
export function labelsInExpression(expr: string): string[] {
  const grouped = [...expr.matchAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g)]
  return [
    ...grouped.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())).filter((name) => name !== ''),
    ...valuesIn(expr).map(([label]) => label),
  ]
}

/** The labels and values that an expression compares; a pattern names several values. */
export function valuesIn(expr: string): [label: string, value: string][] {
  const matchers = [...expr.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)]
  return matchers.flatMap(([, label = '', operator = '', value = '']) =>
    (operator.endsWith('~') ? value.split('|') : [value]).map((each): [string, string] => [label, each]),
  )
}
