import { ChartFrame, type ChartProps } from './ChartFrame.tsx'
import type { Plot } from './chart-plot.ts'

/** Values over time as a line with a filled area. */
export function LineChart(props: ChartProps & { isPrice?: boolean }) {
  const values = props.points.map(({ value }) => value)
  return <ChartFrame {...props} draw={(plot, chosen) => drawLine(values, plot, chosen)} />
}

function drawLine(values: readonly number[], plot: Plot, chosen: number | null) {
  const line = values.map((value, index) => `${plot.x(index).toFixed(1)} ${plot.y(value).toFixed(1)}`).join('L')
  const floor = plot.y(plot.ticks[0] ?? 0).toFixed(1)
  const area = `M${plot.x(0).toFixed(1)} ${floor}L${line}L${plot.x(values.length - 1).toFixed(1)} ${floor}Z`
  return (
    <>
      <path d={area} className="fill-buy-soft" />
      <path d={`M${line}`} fill="none" strokeWidth="2" strokeLinejoin="round" className="stroke-buy" />
      {chosen !== null && <Cursor plot={plot} index={chosen} value={values[chosen] ?? 0} />}
    </>
  )
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
