import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { emailChangeSchema } from '../../domain/accounts/accounts.ts'
import { changeEmail } from '../../domain/api/accounts/accounts.ts'
import type { User } from '../../domain/api/accounts/sessions.ts'
import { useCommand } from '../use-command.ts'
import { CaughtMailNote } from '../mail/CaughtMailNote.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { FocusOnMount } from '../ui/FocusOnMount.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { useCallForm } from '../use-call-form.ts'

/** Changes the account's email: the new address applies once the link in its mail is opened. */
export function ChangeEmailForm({ user }: { user: User }) {
  const { t } = useLingui()
  const command = useCommand(changeEmail)
  // Undefined until a mail was sent; null when the user wants another address.
  const [sentTo, setSentTo] = useState<string | null>()
  const form = useCallForm({
    schema: emailChangeSchema,
    async onSubmit(body) {
      await command.mutateAsync({ body })
      setSentTo(body.newEmail)
    },
  })
  if (sentTo) {
    return (
      <FocusOnMount key={sentTo} className="grid gap-4">
        <p role="status">
          <Trans>
            Open the link in the email we sent to <bdi className="font-semibold [overflow-wrap:anywhere]">{sentTo}</bdi>
            . Until then, your account keeps its current address.
          </Trans>
        </p>
        <CaughtMailNote to={sentTo} />
        <Button className="justify-self-start" onClick={() => setSentTo(null)}>
          <Trans>Use another address</Trans>
        </Button>
      </FocusOnMount>
    )
  }
  const { email } = user
  return (
    <FocusOnMount key="form" isActive={sentTo === null}>
      <Form
        form={form}
        actions={
          <Button type="submit" busy={form.busy} className="justify-self-start">
            <Trans>Change email</Trans>
          </Button>
        }
      >
        <p>
          <Trans>
            Current: <bdi className="font-semibold [overflow-wrap:anywhere]">{email}</bdi>
          </Trans>
        </p>
        <TextField
          name="newEmail"
          type="email"
          label={t`New email`}
          autoComplete="email"
          spellCheck={false}
          autoCapitalize="none"
        />
      </Form>
    </FocusOnMount>
  )
}
