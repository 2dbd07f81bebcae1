import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { addPaymentAccount, changePaymentAccount } from '../../../domain/api/payments/save-payment-account.ts'
import type { Answered } from '../../../domain/api/endpoint.ts'
import { PAYMENT_METHOD_NAMES, type PaymentMethod } from '../../../domain/market.ts'
import { paymentDetailsSchema } from '../../../domain/payments/payment-accounts.ts'
import { METHOD_FIELDS, type PaymentDetail, type PaymentField } from '../../../domain/payments/payment-fields.ts'
import { call } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { PlainSelect } from '../../ui/fields/PlainSelect.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useCallForm } from '../../use-call-form.ts'

export type SavedAccount = Answered<typeof addPaymentAccount>

type Props = {
  /** The methods to choose from; one is not asked for. */
  methods: readonly PaymentMethod[]
  /** The account to change, with its present details. */
  changed?: { id: string; details: readonly PaymentDetail[] } | undefined
  onSaved: (saved: SavedAccount) => void
}

/** Adds a payment account, or changes one: the fields are those of its method. */
export function AccountForm({ methods, changed, onSaved }: Props) {
  const { t, i18n } = useLingui()
  const [method, setMethod] = useState(methods[0]!)
  const form = useCallForm({
    schema: paymentDetailsSchema,
    extra: { method },
    async onSubmit(body) {
      onSaved(
        changed
          ? await call(changePaymentAccount, { params: { accountId: changed.id }, body })
          : await call(addPaymentAccount, { body }),
      )
    },
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy}>
          {changed ? <Trans>Save changes</Trans> : <Trans>Save account</Trans>}
        </Button>
      }
    >
      {/* No field of the form: the schema of the details takes the method by its own name. */}
      {methods.length > 1 && (
        <PlainSelect
          name="paymentMethod"
          label={t`Payment method`}
          options={methods.map((value) => ({ value, label: i18n._(PAYMENT_METHOD_NAMES[value]) }))}
          value={method}
          onValueChange={(next) => {
            setMethod(next)
            form.clear()
          }}
        />
      )}
      {METHOD_FIELDS[method].map(({ name, label }) => (
        <DetailField
          key={name}
          name={name}
          label={label}
          value={changed?.details.find((detail) => detail.name === name)?.value}
        />
      ))}
      <p className="text-sm text-muted">
        <Trans>The other party sees these details inside an open trade only. Use an account in your own name.</Trans>
      </p>
    </Form>
  )
}

/** Details are typed from left to right in every language, names in their own direction. */
function DetailField({ name, label, value }: { name: PaymentField; label: string; value: string | undefined }) {
  const { i18n } = useLingui()
  const hint = HINTS[name]
  const isText = name === 'holder' || name === 'bank'
  return (
    <TextField
      name={name}
      label={i18n._(label)}
      hint={hint && i18n._(hint)}
      defaultValue={value ?? ''}
      dir={isText ? 'auto' : 'ltr'}
      inputMode={KEYBOARDS[name] ?? 'text'}
      autoComplete="off"
      autoCapitalize={isText ? 'words' : 'off'}
      spellCheck={false}
      maxLength={300}
    />
  )
}

const KEYBOARDS: Partial<Record<PaymentField, 'numeric' | 'tel' | 'email'>> = {
  phone: 'tel',
  rib: 'numeric',
  routingNumber: 'numeric',
  accountNumber: 'numeric',
  email: 'email',
}

const HINTS: Partial<Record<PaymentField, string>> = {
  holder: /*i18n*/ 'Exactly as your bank or payment service shows it.',
  phone: /*i18n*/ '8 digits, for example 20 123 456',
  rib: /*i18n*/ '20 digits, as on your bank statement',
  iban: /*i18n*/ 'For example DE89 3704 0044 0532 0130 00',
  tag: /*i18n*/ 'For example @amina99',
  account: /*i18n*/ 'EVP and 13 digits, or an IBAN that begins with LT',
  routingNumber: /*i18n*/ '9 digits',
}
