/** The geometry of a chart, apart from its drawing. Numbers here are pixels and shares, never amounts to act on. */

export type ChartPoint = {
  /** A short axis label: "12 Nov". */
  label: string
  /** How high it is drawn; NaN is a gap. */
  value: number
  /** The value in words: "163.04 USDT". */
  text: string
}

export type Plot = {
  width: number
  height: number
  /** The distance from one point to the next. */
  step: number
  ticks: number[]
  /** The middle of the point's column. Columns run from the end to the start where writing does. */
  x: (index: number) => number
  y: (value: number) => number
  /** The point whose column a place is in. */
  indexAt: (x: number) => number
}

type Options = {
  values: readonly number[]
  width: number
  height: number
  isRtl: boolean
  /** No two ticks are nearer than this: 1 for things that are counted. */
  leastStep?: number
  /** The axis begins near the least value: the changes of a price would be a flat line above zero. */
  isPrice?: boolean
}

/** Margins around the plot: values at the start side, days below. */
export const MARGIN = { top: 12, bottom: 24, axis: 48, end: 8 } as const

/** Lays the values out over the whole room, from zero or a round figure below the least to one above the greatest. */
export function plotOf({ values, width, height, isRtl, leastStep, isPrice = false }: Options): Plot {
  const known = values.filter((value) => !Number.isNaN(value))
  const ticks = isPrice
    ? ticksBetween(Math.min(...known), Math.max(...known))
    : roundTicks(Math.max(0, ...known), leastStep)
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const start = isRtl ? MARGIN.end : MARGIN.axis
  const step = (width - MARGIN.axis - MARGIN.end) / Math.max(values.length, 1)
  const floor = height - MARGIN.bottom
  const columnOf = (index: number) => (isRtl ? values.length - 1 - index : index)
  return {
    width,
    height,
    step,
    ticks,
    x: (index) => start + (columnOf(index) + 0.5) * step,
    y: (value) => floor - ((value - bottom) / (top - bottom)) * (floor - MARGIN.top),
    indexAt: (x) => columnOf(within(Math.floor((x - start) / step), values.length)),
  }
}

/** Zero to `max` or a little more in at most five round steps: 87 is 0, 50, 100. */
export function roundTicks(max: number, leastStep = 0): number[] {
  if (max <= 0) return [0, 1]
  const rough = max / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough
  const step = Math.max(round, leastStep)
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** A round figure below `min` to one above `max` in a few round steps; around a value that does not change, 1% of it. */
export function ticksBetween(min: number, max: number): number[] {
  const room = Math.max(max - min, Math.abs(max) / 100, Number.MIN_VALUE)
  const step = roundTicks(room)[1] ?? 1
  const first = Math.floor(min / step)
  const last = Math.max(Math.ceil(max / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** The point a key leads to, null where the key means nothing. Arrows follow the writing. */
export function indexAfter(key: string, index: number, count: number, isRtl: boolean): number | null {
  const onwards = isRtl ? 'ArrowLeft' : 'ArrowRight'
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft'
  const steps: Record<string, number> = { [onwards]: index + 1, ArrowUp: index + 1, [back]: index - 1 }
  const wanted = { ...steps, ArrowDown: index - 1, PageUp: index + 7, PageDown: index - 7, Home: 0, End: count - 1 }[
    key
  ]
  return wanted === undefined ? null : within(wanted, count)
}

function within(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index))
}
