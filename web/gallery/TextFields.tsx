import { useState } from 'react'
import { PASSWORD_MIN } from '../../domain/accounts/accounts.ts'
import { AmountField } from '../ui/fields/AmountField.tsx'
import { NumberTextField } from '../ui/fields/NumberTextField.tsx'
import { PasswordField } from '../ui/fields/PasswordField.tsx'
import { TextArea } from '../ui/fields/TextArea.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { SuccessHint } from '../ui/notices/SuccessHint.tsx'
import { ARABIC, DIGITS, FRENCH, UNBROKEN } from './long.ts'
import { Part, State } from './Part.tsx'

const TOO_SHORT = `At least ${PASSWORD_MIN} characters`

const noop = () => {}

const forgotten = (
  <a href="#password-field" className="text-sm underline underline-offset-4">
    Forgot password?
  </a>
)

export function TextFields() {
  const [amount, setAmount] = useState('1500.5')
  const [terms, setTerms] = useState('From an account in your own name.')
  return (
    <>
      <Part
        name="Text field"
        files={['fields/TextField.tsx', 'fields/Field.tsx', 'notices/SuccessHint.tsx']}
        byHand="Tab"
      >
        <State name="empty, with a placeholder">
          <TextField name="city" label="City" type="text" placeholder="Tunis" />
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
        <State name="with a hint and an error">
          <TextField name="short" label="Username" hint="3 to 20 characters" error="Too short" defaultValue="ab" />
        </State>
        <State name="disabled">
          <TextField name="email" label="Email" type="email" defaultValue="amina@example.org" disabled />
        </State>
        <State name="hidden label, search">
          <TextField name="search" label="Trader name" labelHidden type="search" placeholder="Trader name" />
        </State>
        <State name="something at the label’s end">
          <TextField name="wallet" label="Recovery code" aside={<span className="text-sm text-muted">1 of 8</span>} />
        </State>
        <State name="long">
          <TextField name="long" label={FRENCH} hint={FRENCH} error={FRENCH} defaultValue={UNBROKEN} />
        </State>
        <State name="long, Arabic, with something at the label’s end">
          <TextField
            name="long-arabic"
            label={ARABIC}
            placeholder={ARABIC}
            aside={<span className="text-sm text-muted">اختياري</span>}
          />
        </State>
        <State name="long hint without a space">
          <TextField name="unbroken" label="Email" hint={UNBROKEN + UNBROKEN} error={UNBROKEN + UNBROKEN} />
        </State>
      </Part>
      <Part name="Number field" files={['fields/NumberTextField.tsx', 'fields/AmountField.tsx']} byHand="Tab">
        <State name="with a unit">
          <NumberTextField name="amount" label="You pay" value={amount} onValueChange={setAmount} unit="EUR" />
        </State>
        <State name="without a unit, with a placeholder">
          <NumberTextField name="total" label="Most in all" placeholder="No limit" />
        </State>
        <State name="signed, with a hint">
          <NumberTextField name="margin" label="Margin" hint="Above the market" defaultValue="-1.5" signed unit="%" />
        </State>
        <State name="with an error">
          <NumberTextField name="most" label="Maximum amount" defaultValue="5" unit="EUR" error="At least 10 EUR" />
        </State>
        <State name="disabled">
          <NumberTextField name="fixed" label="Price" defaultValue="0.9338" unit="EUR" disabled />
        </State>
        <State name="hidden label">
          <NumberTextField name="share" label="Share" labelHidden defaultValue="50" unit="%" />
        </State>
        <State name="something at the label’s end">
          <NumberTextField
            name="usdt"
            label="You sell"
            defaultValue="20"
            unit="USDT"
            aside={<span className="text-sm text-muted">of 500</span>}
          />
        </State>
        <State name="outside a form">
          <AmountField name="quick" label="Amount" unit="EUR" value={amount} onValueChange={setAmount} />
        </State>
        <State name="long">
          <NumberTextField name="long-amount" label={FRENCH} defaultValue={DIGITS} unit="USDT" error={FRENCH} />
        </State>
        <State name="long, outside a form">
          <AmountField name="long-quick" label={ARABIC} unit="EUR" value={DIGITS} onValueChange={noop} />
        </State>
      </Part>
      <Part name="Password field" files={['fields/PasswordField.tsx']} byHand="hover and press the eye, Tab">
        <State name="empty">
          <PasswordField name="password" label="Password" autoComplete="current-password" />
        </State>
        <State name="something at the label’s end">
          <PasswordField name="current" label="Password" autoComplete="current-password" aside={forgotten} />
        </State>
        <State name="with a hint">
          <PasswordField name="new" label="New password" autoComplete="new-password" hint={TOO_SHORT} />
        </State>
        <State name="with an error">
          <PasswordField name="weak" label="New password" autoComplete="new-password" error={TOO_SHORT} />
        </State>
        <State name="hidden label">
          <PasswordField name="again" label="Password" labelHidden autoComplete="current-password" />
        </State>
        <State name="long">
          <PasswordField
            name="long-password"
            label={FRENCH}
            hint={ARABIC}
            autoComplete="current-password"
            aside={forgotten}
          />
        </State>
      </Part>
      <Part name="Text area" files={['fields/TextArea.tsx']} byHand="Tab">
        <State name="with a counter and a hint">
          <TextArea
            name="terms"
            label="Trade instructions"
            hint="Shown before a trade is opened"
            value={terms}
            onValueChange={setTerms}
            limit={200}
          />
        </State>
        <State name="over its limit">
          <TextArea name="over" label="Comment" value={'A long comment. '.repeat(4)} onValueChange={noop} limit={40} />
        </State>
        <State name="with an error, two lines high">
          <TextArea name="empty" label="Reason" value="" onValueChange={noop} rows={2} error="Say what happened" />
        </State>
        <State name="hidden label, with a placeholder">
          <TextArea
            name="bio"
            label="Bio"
            labelHidden
            value=""
            onValueChange={noop}
            rows={2}
            placeholder="Some words about you"
          />
        </State>
        <State name="long">
          <TextArea name="long-text" label={FRENCH} value={UNBROKEN.repeat(3)} onValueChange={noop} limit={1000} />
        </State>
        <State name="long, Arabic">
          <TextArea name="long-arabic-text" label={ARABIC} value={ARABIC} onValueChange={noop} limit={1000} rows={3} />
        </State>
      </Part>
    </>
  )
}
