import { useState } from 'react'
import { BOND_FIGURES, BOND_RULE_TEXTS } from '../../domain/trades/bond-texts.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Countdown } from '../ui/Countdown.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Tile } from '../ui/Tile.tsx'
import { Translated } from '../ui/Translated.tsx'
import { BarChart } from '../ui/charts/BarChart.tsx'
import { LineChart } from '../ui/charts/LineChart.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { ARABIC, FRENCH, UNBROKEN } from './long.ts'
import { Part, Row, State } from './Part.tsx'

const NAMES = ['amina', 'karim', 'leila', 'omar', 'sofia', 'youssef']
const DAYS = Array.from({ length: 30 }, (_, day) => ({
  label: `${day + 1} Nov`,
  value: (day * 37) % 110,
  text: `${(day * 37) % 110}.00 USDT`,
}))
const HOUR_MS = 3_600_000
const PICTURE = '/icon.svg'
/** An address without a picture. */
const LOST = 'data:image/png;base64,'

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
            <Tile name="amina" size={24} />
          </Row>
        </State>
        <State name="sizes">
          <Row>
            {[28, 44, 52, 64].map((size) => (
              <Avatar key={size} name="amina" picture={null} size={size} />
            ))}
          </Row>
        </State>
        <State name="a picture, and one that fails to load">
          <Row>
            <Avatar name="karim" picture={PICTURE} />
            <Avatar name="karim" picture={LOST} />
          </Row>
        </State>
      </Part>
      <Part name="QR code" files={['QrCode.tsx']}>
        <State name="of a short text">
          <QrCode text="FP-1F00AB34" label="QR code of a reference" />
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
      <Part name="Tabs" files={['Tabs.tsx']} byHand="hover, Tab, the arrow keys">
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
        <State name="long" isWide>
          <Tabs
            label="Long sections"
            tabs={[
              { value: 'trades', label: FRENCH, content: <p>{UNBROKEN.repeat(4)}</p> },
              { value: 'offers', label: ARABIC, content: <p>{ARABIC}</p> },
              { value: 'security', label: FRENCH, content: <p>{FRENCH}</p> },
            ]}
            value={tab}
            onValueChange={setTab}
          />
        </State>
      </Part>
      <Part
        name="Charts"
        files={['charts/LineChart.tsx', 'charts/BarChart.tsx', 'charts/ChartFrame.tsx']}
        byHand="hover a point, Tab, the arrow keys"
      >
        <State name="line" isWide>
          <LineChart title="Volume" columns={['Day', 'Volume']} points={DAYS} />
        </State>
        <State name="line of a price" isWide>
          <LineChart
            title="Rate"
            columns={['Day', 'Rate']}
            points={DAYS.map(({ label }, at) => ({ label, value: 0.86 + at / 1000, text: `0.86${at} EUR` }))}
            isPrice
          />
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
        <State name="long title, great figures">
          <LineChart
            title={FRENCH}
            columns={['Jour de la semaine', 'Volume des échanges terminés']}
            points={DAYS.map(({ label, value }) => ({
              label,
              value: value * 1e9,
              text: `${value}123456789.123456 USDT`,
            }))}
          />
        </State>
      </Part>
      <Part name="Translated text" files={['Translated.tsx']}>
        <State name="a text of domain/">
          <Translated text="Completed" />
        </State>
        <State name="a text of domain/ with a value">
          <Translated text={BOND_RULE_TEXTS.buyer} values={BOND_FIGURES} />
        </State>
      </Part>
    </>
  )
}
