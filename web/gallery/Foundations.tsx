import { DIGITS, FRENCH } from './long.ts'
import { Icons } from './Icons.tsx'
import { Part, Stack, State } from './Part.tsx'

const COLOURS = [
  'canvas',
  'surface',
  'raised',
  'line',
  'edge',
  'ink',
  'muted',
  'accent',
  'accent-soft',
  'on-accent',
  'buy',
  'on-buy',
  'buy-soft',
  'sell',
  'on-sell',
  'sell-soft',
  'focus',
]

/** The utilities of theme.css. */
export function Foundations() {
  return (
    <>
      <Part name="Colours" files={['../theme.css']}>
        <State name="of the page" isWide>
          <Swatches />
        </State>
        <State name="of a band" isWide>
          <div className="band rounded-panel p-5">
            <Swatches />
          </div>
        </State>
      </Part>
      <Part name="Type" files={['../theme.css']}>
        <State name="display" isWide>
          <p className="display">Trade USDT directly</p>
        </State>
        <State name="title">
          <p className="title">Browse offers</p>
        </State>
        <State name="text, muted, small">
          <p>From an account in your own name.</p>
          <p className="text-muted">From an account in your own name.</p>
          <p className="text-sm text-muted">From an account in your own name.</p>
        </State>
        <State name="num and board">
          <p className="num">1,070.893125 USDT</p>
          <p className="board text-xl">3.2421</p>
        </State>
        <State name="long" isWide>
          <Stack>
            <p className="display">{FRENCH}</p>
            <p className="title">{FRENCH}</p>
            <p className="num">{DIGITS} USDT</p>
          </Stack>
        </State>
      </Part>
      <Part name="Surfaces" files={['../theme.css']}>
        <State name="panel">
          <div className="panel p-5">
            <p className="font-semibold">From an account in your own name.</p>
            <p className="text-muted">A bordered sheet that holds rows or a form.</p>
          </div>
        </State>
        <State name="band">
          <div className="band rounded-panel p-5">
            <p className="font-semibold">1 USDT = 3.2421 TND</p>
            <p className="text-muted">The header and the rate board.</p>
          </div>
        </State>
        <State name="table in a panel" isWide>
          <div className="panel overflow-x-auto">
            <table className="num w-full">
              <caption className="sr-only">Completed trades by day</caption>
              <thead>
                <tr className="border-b border-line text-muted">
                  <th scope="col" className="px-4 py-2 text-start font-medium">
                    Day
                  </th>
                  <th scope="col" className="px-4 py-2 text-end font-medium">
                    Volume
                  </th>
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {['20 Nov', '21 Nov', '22 Nov'].map((day, index) => (
                  <tr key={day}>
                    <th scope="row" className="px-4 py-2 text-start font-normal">
                      {day}
                    </th>
                    <td className="px-4 py-2 text-end">{`${(index + 1) * 160}.00 USDT`}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </State>
      </Part>
      <Icons />
    </>
  )
}

function Swatches() {
  return (
    <div className="gallery-swatches">
      {COLOURS.map((name) => (
        <div key={name} data-colour={name}>
          <div className="gallery-swatch" style={{ background: `var(--${name})` }} />
          {name}
        </div>
      ))}
    </div>
  )
}
