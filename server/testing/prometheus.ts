/** Prometheus' text format, read strictly: a line that is neither a comment of it nor a sample is an error. */
export type Sample = { name: string; labels: Record<string, string>; value: number }
export type Scrape = {
  samples: Sample[]
  /** The names that have a type, without the suffixes of a histogram. */
  names: string[]
  /** The one sample of this name with these labels, and any others. */
  value: (name: string, labels?: Record<string, string>) => number | undefined
}

const TYPE = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram|summary|untyped)$/
const HELP = /^# HELP [a-zA-Z_:][\w:]* \S.*$/
const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/gy

export function readScrape(text: string): Scrape {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const lines = text.split('\n').filter((line) => line !== '' && !HELP.test(line))
  const names = lines.flatMap((line) => TYPE.exec(line)?.[1] ?? [])
  const samples = lines.filter((line) => !TYPE.test(line)).map(readSample)
  for (const { name } of samples) {
    if (!names.includes(name) && !names.includes(name.replace(/_(bucket|sum|count)$/, '')))
      throw new Error(`${name} has no type`)
  }
  return {
    samples,
    names,
    value: (name, labels = {}) =>
      samples.find(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      )?.value,
  }
}

function readSample(line: string): Sample {
  const [, name, labels = '', text = ''] = SAMPLE.exec(line) ?? []
  const value = Number(text.replace(/^([+-]?)Inf$/, '$1Infinity'))
  if (name === undefined || (Number.isNaN(value) && !/^nan$/i.test(text))) throw new Error(`no sample: ${line}`)
  const found = [...labels.matchAll(LABEL)]
  if (found.map(([label]) => label).join('') !== labels) throw new Error(`no labels: ${line}`)
  return { name, labels: Object.fromEntries(found.map(([, label, text]) => [label!, text!])), value }
}
