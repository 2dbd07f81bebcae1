import { useState } from 'react'
import * as z from 'zod/mini'
import { PASSWORD_MIN } from '../../domain/accounts/accounts.ts'
import { Button } from '../ui/Button.tsx'
import { SuccessHint } from '../ui/notices/SuccessHint.tsx'
import { AmountField } from '../ui/fields/AmountField.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { Form, useZodForm } from '../ui/fields/Form.tsx'
import { NumberTextField } from '../ui/fields/NumberTextField.tsx'
import { PasswordField } from '../ui/fields/PasswordField.tsx'
import { PlainSelect } from '../ui/fields/PlainSelect.tsx'
import { SegmentedControl } from '../ui/fields/SegmentedControl.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { TextArea } from '../ui/fields/TextArea.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { TimeField } from '../ui/fields/TimeField.tsx'
import { TimeZoneSelect } from '../ui/fields/TimeZoneSelect.tsx'
import { Part, State } from './Part.tsx'

const CURRENCIES = [
  { value: 'TND', label: 'Tunisian dinar (TND)' },
  { value: 'EUR', label: 'Euro (EUR)' },
  { value: 'USD', label: 'US dollar (USD)' },
]

const SIDES = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
]

const TOO_SHORT = `At least ${PASSWORD_MIN} characters`

const noop = () => {}

export function Fields() {
  const [amount, setAmount] = useState('1500.5')
  const [currency, setCurrency] = useState('TND')
  const [side, setSide] = useState('buy')
  const [terms, setTerms] = useState('From an account in your own name.')
  const [time, setTime] = useState('09:00')
  const [timeZone, setTimeZone] = useState('Africa/Tunis')
  return (
    <>
      <Part name="Text field" files={['fields/TextField.tsx', 'fields/Field.tsx', 'notices/SuccessHint.tsx']}>
        <State name="empty, with a placeholder">
          <TextField name="city" label="City" placeholder="Tunis" />
        </State>
        <State name="filled, with a hint">
          <TextField name="username" label="Username" hint="3 to 20 characters" defaultValue="amina" />
        </State>
        <State name="with a hint of success">
          <TextField
            name="free"
            label="Username"
            hint={<SuccessHint>This username is free</SuccessHint>}
            defaultValue="amina"
          />
        </State>
        <State name="with an error">
          <TextField name="taken" label="Username" error="This username is taken" defaultValue="karim" />
        </State>
        <State name="disabled">
          <TextField name="email" label="Email" type="email" defaultValue="amina@example.org" disabled />
        </State>
        <State name="hidden label, search">
          <TextField name="search" label="Trader name" labelHidden type="search" placeholder="Trader name" />
        </State>
      </Part>
      <Part name="Number field" files={['fields/NumberTextField.tsx', 'fields/AmountField.tsx']}>
        <State name="with a unit">
          <NumberTextField name="amount" label="You pay" value={amount} onValueChange={setAmount} unit="EUR" />
        </State>
        <State name="signed">
          <NumberTextField name="margin" label="Margin" defaultValue="-1.5" signed unit="%" />
        </State>
        <State name="with an error">
          <NumberTextField name="most" label="Maximum amount" defaultValue="5" unit="EUR" error="At least 10 EUR" />
        </State>
        <State name="disabled">
          <NumberTextField name="fixed" label="Price" defaultValue="0.9338" unit="EUR" disabled />
        </State>
        <State name="outside a form">
          <AmountField name="quick" label="Amount" value={amount} onValueChange={setAmount} />
        </State>
      </Part>
      <Part name="Password field" files={['fields/PasswordField.tsx']}>
        <State name="empty">
          <PasswordField name="password" label="Password" autoComplete="current-password" />
        </State>
        <State name="with an error">
          <PasswordField name="weak" label="New password" autoComplete="new-password" error={TOO_SHORT} />
        </State>
      </Part>
      <Part name="Text area" files={['fields/TextArea.tsx']}>
        <State name="with a counter">
          <TextArea name="terms" label="Trade instructions" value={terms} onValueChange={setTerms} limit={200} />
        </State>
        <State name="over its limit">
          <TextArea name="long" label="Comment" value={'A long comment. '.repeat(4)} onValueChange={noop} limit={40} />
        </State>
        <State name="with an error, two lines high">
          <TextArea name="empty" label="Reason" value="" onValueChange={noop} rows={2} error="Say what happened" />
        </State>
      </Part>
      <Part name="Select" files={['fields/Select.tsx', 'fields/PlainSelect.tsx']}>
        <State name="in a form">
          <Select
            name="currency"
            label="Currency"
            hint="Of the offer"
            options={CURRENCIES}
            value={currency}
            onValueChange={setCurrency}
          />
        </State>
        <State name="with an error">
          <Select
            name="off"
            label="Currency"
            options={CURRENCIES}
            value={currency}
            onValueChange={setCurrency}
            error="This currency is switched off"
          />
        </State>
        <State name="disabled">
          <Select
            name="fixed-currency"
            label="Currency"
            options={CURRENCIES}
            value={currency}
            onValueChange={setCurrency}
            disabled
          />
        </State>
        <State name="outside a form">
          <PlainSelect
            name="filter"
            label="Currency"
            options={CURRENCIES}
            value={currency}
            onValueChange={setCurrency}
          />
        </State>
      </Part>
      <Part name="Choices" files={['fields/SegmentedControl.tsx', 'fields/Checkbox.tsx']}>
        <State name="segmented control">
          <SegmentedControl label="I want to" options={SIDES} value={side} onValueChange={setSide} />
        </State>
        <State name="checkbox, off and on">
          <Checkbox name="off" label="Trusted traders only" />
          <Checkbox name="on" label="Follow my business hours" defaultChecked hint="Outside them the offer is hidden" />
        </State>
      </Part>
      <Part name="Time" files={['fields/TimeField.tsx', 'fields/TimeZoneSelect.tsx']}>
        <State name="time">
          <TimeField label="Opens at" value={time} onChange={setTime} />
        </State>
        <State name="time zone">
          <TimeZoneSelect value={timeZone} onValueChange={setTimeZone} />
        </State>
      </Part>
      <Part name="Form" files={['fields/Form.tsx']}>
        <State name="submit it empty, with “refused” or with any other text">
          <SampleForm />
        </State>
      </Part>
    </>
  )
}

const SCHEMA = z.object({ label: z.string().check(z.minLength(1, 'Enter a name')) })

function SampleForm() {
  const form = useZodForm({
    schema: SCHEMA,
    onSubmit: async ({ label }) => (label === 'refused' ? { message: 'The server refused it.' } : undefined),
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy}>
          Save
        </Button>
      }
    >
      <TextField name="label" label="Name" />
    </Form>
  )
}
