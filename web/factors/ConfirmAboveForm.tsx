import { Trans, useLingui } from '@lingui/react/macro'
import { saveConfirmAbove, type Factors } from '../../domain/api.ts'
import { confirmAboveSchema } from '../../domain/factors.ts'
import { ASSET } from '../../domain/market.ts'
import { refusalOf, useCommand } from '../client.ts'
import { Button } from '../ui/Button.tsx'
import { Form, useZodForm } from '../ui/Form.tsx'
import { NumberTextField } from '../ui/NumberTextField.tsx'
import { useToast } from '../ui/Toast.tsx'

type Props = { factors: Factors; onSaved: (factors: Factors) => void }

/** Above how much USDT confirming a receipt asks who is there. */
export function ConfirmAboveForm({ factors: { confirmAboveUsdt }, onSaved }: Props) {
  const { t } = useLingui()
  const { tell } = useToast()
  const command = useCommand(saveConfirmAbove)
  const form = useZodForm({
    schema: confirmAboveSchema,
    async onSubmit(body) {
      try {
        onSaved(await command.mutateAsync({ body }))
        tell(t`Saved`)
      } catch (error) {
        return refusalOf(error)
      }
    },
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" busy={form.busy} className="justify-self-start">
          <Trans>Save</Trans>
        </Button>
      }
    >
      <NumberTextField
        name="confirmAboveUsdt"
        label={t`Ask me again above`}
        hint={t`Confirming a receipt gives the USDT away for good. Empty: never ask.`}
        unit={ASSET}
        defaultValue={confirmAboveUsdt?.replace(/\.?0+$/, '') ?? ''}
      />
    </Form>
  )
}
