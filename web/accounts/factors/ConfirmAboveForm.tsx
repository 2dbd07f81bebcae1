import { Trans, useLingui } from '@lingui/react/macro'
import { saveConfirmAbove, type Factors } from '../../../domain/api/accounts/factors.ts'
import { confirmAboveSchema } from '../../../domain/accounts/factors.ts'
import { ASSET } from '../../../domain/asset.ts'
import { useCommand } from '../../use-command.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { NumberTextField } from '../../ui/fields/NumberTextField.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCallForm } from '../../use-call-form.ts'

type Props = { factors: Factors; onSaved: (factors: Factors) => void }

/** The amount in USDT above which confirming a receipt requires re-authentication. */
export function ConfirmAboveForm({ factors: { confirmAboveUsdt }, onSaved }: Props) {
  const { t } = useLingui()
  const { notify } = useToast()
  const command = useCommand(saveConfirmAbove)
  const form = useCallForm({
    schema: confirmAboveSchema,
    async onSubmit(body) {
      onSaved(await command.mutateAsync({ body }))
      notify(t`Saved`)
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
        label={t`Confirm my identity above`}
        hint={t`Releasing USDT is final. Above this amount, we ask you to confirm your identity first. Leave empty to turn this off.`}
        unit={ASSET}
        defaultValue={confirmAboveUsdt?.replace(/\.?0+$/, '') ?? ''}
      />
    </Form>
  )
}
