import { useState } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Countdown } from '../ui/Countdown.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Tile } from '../ui/Tile.tsx'
import { Translated } from '../ui/Translated.tsx'
import { BarChart } from '../ui/charts/BarChart.tsx'
import { LineChart } from '../ui/charts/LineChart.tsx'
import { Part, Row, State } from './Part.tsx'

const NAMES = ['amina', 'karim', 'leila', 'omar', 'sofia', 'youssef']
const DAYS = Array.from({ length: 30 }, (_, day) => ({
  label: `${day + 1} Nov`,
  value: (day * 37) % 110,
  text: `${(day * 37) % 110}.00 USDT`,
}))
const HOUR_MS = 3_600_000
const PICTURE = '/icon.svg'

export function Data() {
  const [tab, setTab] = useState('trades')
  const [openedAt] = useState(() => Date.now())
  const deadline = (hours: number) => new Date(openedAt + hours * HOUR_MS).toISOString()
  return (
    <>
      <Part name="Avatar" files={['Avatar.tsx', 'Tile.tsx']}>
        <State name="generated tiles">
          <Row>
            {NAMES.map((name) => (
              <Tile key={name} name={name} />
            ))}
          </Row>
        </State>
        <State name="sizes">
          <Row>
            {[24, 32, 44, 72].map((size) => (
              <Avatar key={size} name="amina" picture={null} size={size} />
            ))}
          </Row>
        </State>
        <State name="a picture">
          <Avatar name="karim" picture={PICTURE} />
        </State>
      </Part>
      <Part name="Countdown" files={['Countdown.tsx']}>
        <State name="minutes">
          <Countdown deadline={deadline(0.5)} />
        </State>
        <State name="hours">
          <Countdown deadline={deadline(23.5)} />
        </State>
        <State name="suspended">
          <Countdown deadline={deadline(1)} stoppedAt={deadline(0)} />
        </State>
        <State name="over">
          <Countdown deadline={deadline(-1)} />
        </State>
      </Part>
      <Part name="Tabs" files={['Tabs.tsx']}>
        <State name="with a badge; scrolls sideways where there is no room" isWide>
          <Tabs
            label="Sections"
            tabs={[
              { value: 'trades', label: 'Trades', content: <p>The trades</p> },
              {
                value: 'offers',
                label: (
                  <>
                    Offers <Badge>3</Badge>
                  </>
                ),
                content: <p>The offers</p>,
              },
              { value: 'security', label: 'Security and sessions', content: <p>The security settings</p> },
            ]}
            value={tab}
            onValueChange={setTab}
          />
        </State>
      </Part>
      <Part name="Charts" files={['charts/LineChart.tsx', 'charts/BarChart.tsx', 'charts/ChartFrame.tsx']}>
        <State name="line" isWide>
          <LineChart title="Volume" columns={['Day', 'Volume']} points={DAYS} />
        </State>
        <State name="bars" isWide>
          <BarChart title="Trades" columns={['Day', 'Trades']} points={DAYS} />
        </State>
        <State name="one point, nothing on it">
          <BarChart
            title="Trades today"
            columns={['Day', 'Trades']}
            points={[{ label: '22 Nov', value: 0, text: '0' }]}
          />
        </State>
      </Part>
      <Part name="Translated text" files={['Translated.tsx']}>
        <State name="a text of domain/">
          <Translated text="Completed" />
        </State>
      </Part>
    </>
  )
}
