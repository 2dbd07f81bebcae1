import { Trans, useLingui } from '@lingui/react/macro'
import { confirmTotp, type ChangedFactors } from '../../../domain/api/accounts/factors.ts'
import { totpCodeSchema } from '../../../domain/accounts/factors.ts'
import { call } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TotpField } from './CodeField.tsx'
import { useCallForm } from '../../use-call-form.ts'

type Props = { started: { secret: string; uri: string }; onDone: (changed: ChangedFactors) => void }

/** The secret, as a QR code and as text; the first code turns the app on. */
export default function TotpSetup({ started: { secret, uri }, onDone }: Props) {
  const { t } = useLingui()
  const form = useCallForm({
    schema: totpCodeSchema,
    async onSubmit(body) {
      onDone(await call(confirmTotp, { body }))
    },
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy}>
          <Trans>Turn on</Trans>
        </Button>
      }
    >
      <p>
        <Trans>Scan this with your authenticator app, or copy the key into it. You won’t see it again.</Trans>
      </p>
      <QrCode text={uri} label={t`QR code for your authenticator app`} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <code dir="ltr" className="num min-w-0 [overflow-wrap:anywhere]">
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <CopyButton text={secret} label={t`Copy the key`} />
      </div>
      <TotpField name="code" />
    </Form>
  )
}
