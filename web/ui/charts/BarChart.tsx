import { ChartFrame, type ChartProps } from './ChartFrame.tsx'

/** Counts over time, a bar for each. */
export function BarChart(props: ChartProps) {
  return (
    <ChartFrame
      {...props}
      leastStep={1}
      draw={(plot, chosen) => {
        const width = Math.max(1.5, plot.step * 0.66)
        return props.points.map(({ label, value }, index) => (
          <g key={label}>
            {index === chosen && (
              <rect
                x={plot.x(index) - plot.step / 2}
                y={plot.y(plot.ticks.at(-1) ?? 0)}
                width={plot.step}
                height={plot.y(0) - plot.y(plot.ticks.at(-1) ?? 0)}
                className="fill-line"
              />
            )}
            <rect
              x={plot.x(index) - width / 2}
              y={plot.y(value)}
              width={width}
              height={plot.y(0) - plot.y(value)}
              className={index === chosen ? 'fill-ink' : 'fill-muted'}
            />
          </g>
        ))
      }}
    />
  )
}
