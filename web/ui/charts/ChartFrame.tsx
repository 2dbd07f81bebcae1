import { useDirection } from '@base-ui/react/direction-provider'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { indexAfter, MARGIN, plotOf, type ChartPoint, type Plot } from './chart-plot.ts'

export type ChartProps = {
  title: string
  /** The column names of the table: ["Day", "Volume"]. */
  columns: readonly [string, string]
  /** Oldest first, at least one. */
  points: readonly ChartPoint[]
}

type Props = ChartProps & {
  leastStep?: number
  isPrice?: boolean
  /** The marks themselves, inside the plot. */
  draw: (plot: Plot, chosen: number | null) => ReactNode
}

const HEIGHT = 200

/**
 * The frame of every chart: a title, a readout by pointer or arrow keys, axes, and the same figures as a table. For a
 * screen reader it is a slider over the points.
 */
export function ChartFrame({ title, columns, points, leastStep, isPrice = false, draw }: Props) {
  const titleId = useId()
  const room = useRef<HTMLDivElement>(null)
  const width = useWidth(room)
  const isRtl = useDirection() === 'rtl'
  const [chosen, setChosen] = useState<number | null>(null)
  const plot = plotOf({ values: points.map(({ value }) => value), width, height: HEIGHT, isRtl, leastStep, isPrice })
  const at = Math.min(chosen ?? points.length - 1, points.length - 1)
  const point = points[at]

  function onKeyDown(event: KeyboardEvent) {
    const next = indexAfter(event.key, at, points.length, isRtl)
    if (next === null) return
    event.preventDefault()
    setChosen(next)
  }

  function onPointerMove(event: PointerEvent) {
    const left = room.current?.getBoundingClientRect().left ?? 0
    setChosen(plot.indexAt(event.clientX - left))
  }

  return (
    <figure className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span id={titleId} className="font-semibold">
          {title}
        </span>
        <span className="num text-sm text-muted">{chosen !== null && point && `${point.label}: ${point.text}`}</span>
      </figcaption>
      <div
        ref={room}
        role="slider"
        tabIndex={0}
        aria-labelledby={titleId}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={at + 1}
        aria-valuetext={point && `${point.label}: ${point.text}`}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
        // After a touch the value stays, as there is no pointer left that could show it.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(null)}
        onBlur={() => setChosen(null)}
        className="touch-pan-y rounded-control"
      >
        <svg height={HEIGHT} aria-hidden direction="ltr" className="block w-full overflow-visible">
          <Axes plot={plot} points={points} isRtl={isRtl} />
          {draw(plot, chosen === null ? null : at)}
        </svg>
      </div>
      <ChartTable title={title} columns={columns} points={points} />
    </figure>
  )
}

function Axes({ plot, points, isRtl }: { plot: Plot; points: readonly ChartPoint[]; isRtl: boolean }) {
  const { i18n } = useLingui()
  const short = new Intl.NumberFormat(i18n.locales, precisionOf(plot.ticks))
  const [from, to] = isRtl ? [MARGIN.end, plot.width - MARGIN.axis] : [MARGIN.axis, plot.width - MARGIN.end]
  const last = points.length - 1
  const named = last < 2 ? [0] : [0, Math.round(last / 2), last]
  return (
    <g className="num fill-muted text-[12px]">
      {plot.ticks.map((tick) => (
        <g key={tick}>
          <line x1={from} x2={to} y1={plot.y(tick)} y2={plot.y(tick)} className="stroke-line" />
          <text x={isRtl ? to + 8 : from - 8} y={plot.y(tick) + 4} textAnchor={isRtl ? 'start' : 'end'}>
            {short.format(tick)}
          </text>
        </g>
      ))}
      {named.map((index) => (
        <text key={index} x={plot.x(index)} y={plot.height - 4} textAnchor={anchorOf(index, last, isRtl)}>
          {points[index]?.label}
        </text>
      ))}
    </g>
  )
}

/** As many decimals as tell the ticks apart, where they are fractions. */
function precisionOf([first = 0, second = 1]: readonly number[]): Intl.NumberFormatOptions {
  const decimals = Math.ceil(-Math.log10(second - first) - 1e-9)
  if (decimals <= 0) return { notation: 'compact' }
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
}

/** The outer days stay inside the drawing. */
function anchorOf(index: number, last: number, isRtl: boolean): 'start' | 'middle' | 'end' {
  if (last === 0 || (index !== 0 && index !== last)) return 'middle'
  return (index === 0) === isRtl ? 'end' : 'start'
}

function ChartTable({ title, columns, points }: ChartProps) {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-muted underline underline-offset-4">
        <Trans>Show as a table</Trans>
      </summary>
      <div className="panel mt-1">
        <table className="num w-full">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-line text-start text-muted">
              {columns.map((column) => (
                <th key={column} scope="col" className="px-4 py-2 text-start font-medium last:text-end">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {points.toReversed().map(({ label, text }) => (
              <tr key={label}>
                <th scope="row" className="px-4 py-1.5 text-start font-normal">
                  {label}
                </th>
                <td className="px-4 py-1.5 text-end">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

function useWidth(ref: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(600)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const watcher = new ResizeObserver(([entry]) => entry && setWidth(Math.max(160, entry.contentRect.width)))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [ref])
  return width
}
