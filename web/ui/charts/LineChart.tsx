import { ChartFrame, type ChartProps } from './ChartFrame.tsx'
import type { Plot } from './chart-plot.ts'

/** Values over time as a line with a filled area. */
export function LineChart(props: ChartProps & { isPrice?: boolean }) {
  const values = props.points.map(({ value }) => value)
  return <ChartFrame {...props} draw={(plot, chosen) => drawLine(values, plot, chosen)} />
}

function drawLine(values: readonly number[], plot: Plot, chosen: number | null) {
  const floor = plot.y(plot.ticks[0] ?? 0).toFixed(1)
  const x = (index: number) => plot.x(index).toFixed(1)
  const value = chosen === null ? NaN : (values[chosen] ?? NaN)
  return (
    <>
      {stretchesOf(values).map(({ from, to }) => {
        const line = values
          .slice(from, to)
          .map((each, index) => `${x(from + index)} ${plot.y(each).toFixed(1)}`)
          .join('L')
        return (
          <g key={from}>
            <path d={`M${x(from)} ${floor}L${line}L${x(to - 1)} ${floor}Z`} className="fill-buy-soft" />
            <path d={`M${line}`} fill="none" strokeWidth="2" strokeLinejoin="round" className="stroke-buy" />
          </g>
        )
      })}
      {chosen !== null && !Number.isNaN(value) && <Cursor plot={plot} index={chosen} value={value} />}
    </>
  )
}

/** The runs of values between the gaps, each from an index up to another one. */
function stretchesOf(values: readonly number[]): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = []
  for (const [index, value] of values.entries()) {
    const last = stretches.at(-1)
    if (Number.isNaN(value)) continue
    if (last?.to === index) last.to++
    else stretches.push({ from: index, to: index + 1 })
  }
  return stretches
}

function Cursor({ plot, index, value }: { plot: Plot; index: number; value: number }) {
  const x = plot.x(index)
  return (
    <>
      <line x1={x} x2={x} y1={plot.y(plot.ticks[0] ?? 0)} y2={plot.y(plot.ticks.at(-1) ?? 0)} className="stroke-edge" />
      <circle cx={x} cy={plot.y(value)} r="4.5" strokeWidth="2" className="fill-buy stroke-surface" />
    </>
  )
}
