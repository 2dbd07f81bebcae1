import { DescriptionList, DescriptionRow } from '../ui/DescriptionList.tsx'
import { Icons } from './Icons.tsx'
import { Part, State } from './Part.tsx'

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
        {COLOURS.map((name) => (
          <State key={name} name={name}>
            <div className="gallery-swatch" style={{ background: `var(--${name})` }} />
          </State>
        ))}
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
      </Part>
      <Part name="Surfaces" files={['../theme.css', 'DescriptionList.tsx']}>
        <State name="panel with a list">
          <div className="panel px-5">
            <DescriptionList>
              <DescriptionRow label="Price">0.9338 EUR per USDT</DescriptionRow>
              <DescriptionRow label="Payment reference" aside={<span className="text-muted">(copied)</span>}>
                FP-1F00AB34
              </DescriptionRow>
              <DescriptionRow label="You will receive" isTotal>
                159.830799 USDT
              </DescriptionRow>
            </DescriptionList>
          </div>
        </State>
        <State name="band">
          <div className="band rounded-panel p-5">
            <p className="font-semibold">1 USDT = 3.2421 TND</p>
            <p className="text-muted">The same names, in the colours of the header and the rate board.</p>
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
