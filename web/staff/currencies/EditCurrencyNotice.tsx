import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { editCurrencyNotice } from '../../../domain/api/offers/currencies.ts'
import type { StaffCurrency } from '../../../domain/api/offers/currencies.ts'
import { CURRENCY_NOTICE_MAX, currencyNoticesSchema } from '../../../domain/offers/currency-notices.ts'
import { useCommand } from '../../use-command.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { ReasonField } from '../ReasonField.tsx'
import { useActionForm } from '../use-action-form.ts'

/** The button that opens the form of a currency's legal notice. */
export function EditCurrencyNotice({ currency }: { currency: StaffCurrency }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const { fiatCurrency } = currency
  return (
    <>
      <Button size="row" aria-label={t`Edit the legal notice for ${fiatCurrency}`} onClick={() => setIsOpen(true)}>
        <Trans>Edit legal notice</Trans>
      </Button>
      <Dialog
        isOpen={isOpen}
        startsInField
        onClose={() => setIsOpen(false)}
        title={<Trans>Legal notice for {fiatCurrency}</Trans>}
        description={
          <Trans>Shown before an offer is created or a trade is opened. An empty notice is not shown.</Trans>
        }
      >
        <NoticeForm currency={currency} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function NoticeForm({ currency, onDone }: { currency: StaffCurrency; onDone: () => void }) {
  const { t } = useLingui()
  const edit = useCommand(editCurrencyNotice)
  const [notices, setNotices] = useState(currency.notices)
  const [reason, setReason] = useState('')
  const form = useActionForm({
    schema: currencyNoticesSchema,
    extra: { ...notices, reason },
    async act(body) {
      await edit.mutateAsync({ params: { fiatCurrency: currency.fiatCurrency }, body })
      return t`Legal notice saved`
    },
    onDone,
  })
  const fields = [
    { language: 'en', label: t`Notice in English` },
    { language: 'fr', label: t`Notice in French` },
    { language: 'ar', label: t`Notice in Arabic` },
  ] as const
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy} className="justify-self-start">
          <Trans>Save</Trans>
        </Button>
      }
    >
      {fields.map(({ language, label }) => (
        <TextArea
          key={language}
          name={language}
          label={label}
          rows={5}
          limit={CURRENCY_NOTICE_MAX}
          value={notices[language]}
          onValueChange={(notice) => setNotices((before) => ({ ...before, [language]: notice }))}
        />
      ))}
      <ReasonField value={reason} onValueChange={setReason} />
    </Form>
  )
}
