import { useState } from 'react'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { CheckboxGroup } from '../ui/fields/CheckboxGroup.tsx'
import { PlainChoices } from '../ui/fields/PlainChoices.tsx'
import { PlainSelect } from '../ui/fields/PlainSelect.tsx'
import { SegmentedControl } from '../ui/fields/SegmentedControl.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { TimeField } from '../ui/fields/TimeField.tsx'
import { TimeZoneSelect } from '../ui/fields/TimeZoneSelect.tsx'
import { ARABIC, FRENCH } from './long.ts'
import { Part, Stack, State } from './Part.tsx'

const CURRENCIES = [
  { value: 'TND', label: 'Tunisian dinar (TND)' },
  { value: 'EUR', label: 'Euro (EUR)' },
  { value: 'USD', label: 'US dollar (USD)' },
]

const HINTED = CURRENCIES.map((option) => ({ ...option, hint: 'Usually arrives in minutes' }))

const LONG = [
  { value: 'TND', label: FRENCH },
  { value: 'EUR', label: ARABIC },
]

const SIDES = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
]

const LONG_SIDES = [
  { value: 'buy', label: 'J’achète des USDT' },
  { value: 'sell', label: 'Je vends des USDT' },
  { value: 'both', label: 'الشراء والبيع معًا' },
]

export function Choices() {
  const [currency, setCurrency] = useState('TND')
  const [currencies, setCurrencies] = useState(['EUR'])
  const [side, setSide] = useState('buy')
  const [time, setTime] = useState('09:00')
  const [timeZone, setTimeZone] = useState('Africa/Tunis')
  const chosen = { options: CURRENCIES, value: currency, onValueChange: setCurrency }
  const several = { values: currencies, onValuesChange: setCurrencies }
  return (
    <>
      <Part name="Select" files={['fields/Select.tsx', 'fields/PlainSelect.tsx']} byHand="Tab, press for the options">
        <State name="in a form, with a hint">
          <Select {...chosen} name="currency" label="Currency" hint="Of the offer" />
        </State>
        <State name="with an error">
          <Select {...chosen} name="off" label="Currency" error="This currency is switched off" />
        </State>
        <State name="disabled">
          <Select {...chosen} name="fixed-currency" label="Currency" disabled />
        </State>
        <State name="hidden label">
          <Select {...chosen} name="bare" label="Currency" labelHidden />
        </State>
        <State name="outside a form">
          <PlainSelect {...chosen} name="filter" label="Currency" />
        </State>
        <State name="long">
          <Select {...chosen} name="long" label={FRENCH} options={LONG} hint={ARABIC} />
        </State>
        <State name="long, outside a form">
          <PlainSelect {...chosen} name="long-filter" label={FRENCH} options={LONG} />
        </State>
      </Part>
      <Part
        name="Several choices"
        files={['fields/PlainChoices.tsx', 'fields/CheckboxGroup.tsx']}
        byHand="Tab, Enter for the options, hover one, Escape"
      >
        <State name="in view, with a hint" isWide>
          <CheckboxGroup {...several} name="in-view" label="Currencies" options={HINTED} most={3} hint="Up to 3" />
        </State>
        <State name="in view, as many as can be chosen" isWide>
          <CheckboxGroup {...several} name="full" label="Currencies" options={CURRENCIES} most={1} />
        </State>
        <State name="in view, long" isWide>
          <CheckboxGroup {...several} name="long-in-view" label={FRENCH} options={LONG} most={3} hint={ARABIC} />
        </State>
        <State name="outside a form">
          <PlainChoices
            name="filters"
            label="Currencies"
            options={CURRENCIES}
            values={currencies}
            all="All currencies"
            onValuesChange={setCurrencies}
          />
        </State>
        <State name="long">
          <PlainChoices
            name="long-filters"
            label={FRENCH}
            options={LONG}
            values={currencies}
            all={FRENCH}
            onValuesChange={setCurrencies}
          />
        </State>
      </Part>
      <Part
        name="Choices"
        files={['fields/SegmentedControl.tsx', 'fields/Checkbox.tsx']}
        byHand="hover a segment, Tab, the arrow keys"
      >
        <State name="segmented control">
          <SegmentedControl label="I want to" options={SIDES} value={side} onValueChange={setSide} />
        </State>
        <State name="segmented control, hidden label">
          <SegmentedControl label="I want to" labelHidden options={SIDES} value={side} onValueChange={setSide} />
        </State>
        <State name="segmented control, stacked">
          <SegmentedControl label="I want to" isStacked options={SIDES} value={side} onValueChange={setSide} />
        </State>
        <State name="long segments" isWide>
          <SegmentedControl label={FRENCH} options={LONG_SIDES} value={side} onValueChange={setSide} />
        </State>
        <State name="checkbox, off and on, without and with a hint">
          <Stack>
            <Checkbox name="off" label="Trusted traders only" />
            <Checkbox
              name="on"
              label="Follow my business hours"
              defaultChecked
              hint="Outside them the offer is hidden"
            />
          </Stack>
        </State>
        <State name="long, checkbox">
          <Stack>
            <Checkbox name="long-off" label={`${FRENCH}, ${FRENCH}`} hint={FRENCH} />
            <Checkbox name="long-on" label={ARABIC} defaultChecked hint={ARABIC} />
          </Stack>
        </State>
      </Part>
      <Part
        name="Time"
        files={['fields/TimeField.tsx', 'fields/TimeZoneSelect.tsx']}
        byHand="Tab, press for the choice"
      >
        <State name="time">
          <TimeField label="Opens at" value={time} onChange={setTime} />
        </State>
        <State name="time, hidden label">
          <TimeField label="Closes at" isLabelHidden value={time} onChange={setTime} />
        </State>
        <State name="time zone">
          <TimeZoneSelect value={timeZone} onValueChange={setTimeZone} />
        </State>
        <State name="long">
          <TimeField label={FRENCH} value={time} onChange={setTime} />
        </State>
        <State name="long time zone">
          <TimeZoneSelect value="America/Argentina/ComodRivadavia" onValueChange={setTimeZone} />
        </State>
      </Part>
    </>
  )
}
