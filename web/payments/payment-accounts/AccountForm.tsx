import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { addPaymentAccount, changePaymentAccount } from '../../../domain/api/payments/save-payment-account.ts'
import type { Answered } from '../../../domain/api/endpoint.ts'
import { PAYMENT_METHOD_NAMES, type PaymentMethod } from '../../../domain/payments/methods.ts'
import { paymentDetailsSchema } from '../../../domain/payments/payment-accounts.ts'
import type { MethodField } from '../../../domain/payments/methods/method.ts'
import { fieldsOf, type PaymentDetail } from '../../../domain/payments/payment-fields.ts'
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
      {fieldsOf(method).map((field) => (
        <DetailField
          key={field.name}
          field={field}
          value={changed?.details.find((detail) => detail.name === field.name)?.value}
        />
      ))}
      <p className="text-sm text-muted">
        <Trans>The other party sees these details inside an open trade only. Use an account in your own name.</Trans>
      </p>
    </Form>
  )
}

/** Details are typed from left to right in every language, names in their own direction. */
function DetailField({ field, value }: { field: MethodField; value: string | undefined }) {
  const { i18n } = useLingui()
  const isText = field.reads === 'name'
  return (
    <TextField
      name={field.name}
      label={i18n._(field.label)}
      hint={field.hint && i18n._(field.hint)}
      defaultValue={value ?? ''}
      dir={isText ? 'auto' : 'ltr'}
      inputMode={field.keyboard ?? 'text'}
      autoComplete="off"
      autoCapitalize={isText ? 'words' : 'off'}
      spellCheck={false}
      maxLength={300}
    />
  )
}
