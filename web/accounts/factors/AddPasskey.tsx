import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { addPasskey, startPasskey, type ChangedFactors } from '../../../domain/api/accounts/factors.ts'
import { passkeyNameSchema } from '../../../domain/accounts/factors.ts'
import { ApiError, call, refusalOf } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { Form, useZodForm } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { makePasskey, usePasskeyText } from './passkeys.ts'

const schema = z.strictObject({ name: passkeyNameSchema })

/** Names a passkey, then creates it in the browser. */
export function AddPasskey({ onAdded }: { onAdded: (changed: ChangedFactors) => void }) {
  const { t } = useLingui()
  const textOf = usePasskeyText()
  const form = useZodForm({
    schema,
    async onSubmit({ name }) {
      try {
        const made = await makePasskey(await call(startPasskey, { body: {} }))
        onAdded(await call(addPasskey, { body: { name, ...made } }))
      } catch (error) {
        return error instanceof ApiError ? refusalOf(error) : { message: textOf(error) }
      }
    },
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy}>
          <Trans>Continue</Trans>
        </Button>
      }
    >
      <TextField name="name" label={t`Name`} hint={t`For example: my phone`} autoComplete="off" />
    </Form>
  )
}
