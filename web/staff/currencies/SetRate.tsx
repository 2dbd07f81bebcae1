import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { setRate, type StaffRate } from '../../../domain/api/offers/rates.ts'
import { parseRate } from '../../../domain/money.ts'
import { rateSchema } from '../../../domain/offers/rates/rate-form.ts'
import { MANUAL_RATE_HOURS, MANUAL_RATE_PERCENT } from '../../../domain/offers/rates/sources.ts'
import { useFormats } from '../../formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { NumberTextField } from '../../ui/fields/NumberTextField.tsx'
import { useCommand } from '../../use-command.ts'
import { ReasonField } from '../ReasonField.tsx'
import { useActionForm } from '../use-action-form.ts'

/** The button that opens the form of a rate that is set by hand. */
export function SetRate({ rate }: { rate: StaffRate }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const { fiatCurrency } = rate
  return (
    <>
      <Button size="row" aria-label={t`Set the rate of ${fiatCurrency}`} onClick={() => setIsOpen(true)}>
        <Trans>Set rate</Trans>
      </Button>
      <Dialog
        isOpen={isOpen}
        startsInField
        onClose={() => setIsOpen(false)}
        title={<Trans>Reference rate of {fiatCurrency}</Trans>}
        description={
          <Trans>
            It counts as one of the sources for {MANUAL_RATE_HOURS} hours, from now on. It may be at most{' '}
            {MANUAL_RATE_PERCENT}% from the rates of the last day.
          </Trans>
        }
      >
        <RateForm rate={rate} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function RateForm({ rate: { fiatCurrency, rate: present }, onDone }: { rate: StaffRate; onDone: () => void }) {
  const { t } = useLingui()
  const formats = useFormats()
  const set = useCommand(setRate)
  const [rate, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const form = useActionForm({
    schema: rateSchema,
    extra: { rate, reason },
    async act(body) {
      await set.mutateAsync({ params: { fiatCurrency }, body })
      return t`Rate of ${fiatCurrency} set`
    },
    onDone,
  })
  const change = changeOf(present, rate)
  const now = formats.fullPrice(present)
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy} className="justify-self-start">
          <Trans>Set rate</Trans>
        </Button>
      }
    >
      <NumberTextField
        name="rate"
        label={t`${fiatCurrency} for 1 USDT`}
        hint={change === null ? t`Now ${now}` : t`Now ${now}, a change of ${formats.change(change)}`}
        value={rate}
        onValueChange={setTyped}
      />
      <ReasonField value={reason} onValueChange={setReason} />
    </Form>
  )
}

/** "+2.80": percent with two decimals; null without a rate. */
function changeOf(present: string, typed: string): string | null {
  const [from, to] = [parseRate(present), parseRate(typed)]
  if (from === null || to === null || from === 0n || to === 0n) return null
  const percent = (Number(to) / Number(from) - 1) * 100
  return `${percent >= 0 ? '+' : ''}${percent.toFixed(2)}`
}
