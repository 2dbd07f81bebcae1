import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CODE_MINUTES, codeSignInSchema, FORMER_CODES_MAX } from '../../../domain/accounts/accounts.ts'
import { sendSignInCode, signInWithCode } from '../../../domain/api/accounts/accounts.ts'
import type { Session } from '../../../domain/api/accounts/sessions.ts'
import { call } from '../../client.ts'
import { CaughtMailNote } from '../../mail/CaughtMailNote.tsx'
import { readKnownMails, useMailIsCaught } from '../../mail/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { FocusOnMount } from '../../ui/FocusOnMount.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { EmailForm } from '../EmailForm.tsx'
import { useCallForm } from '../../use-call-form.ts'

type Sent = { codeId: string; formerCodeIds: string[]; email: string }
type Known = { earlier: readonly string[] }
type Props = {
  /** The address that the user typed before choosing the code. */
  typed: string
  onSignedIn: (session: Session) => Promise<void>
}

/** Signs in with six digits from the mailbox: first the address, then the code. */
export function CodeForm({ typed, onSignedIn }: Props) {
  const [sent, setSent] = useState<Sent & Known>()
  const [isAsking, setIsAsking] = useState(true)
  const [email, setEmail] = useState(typed)
  const client = useQueryClient()
  const { data: isCaught } = useMailIsCaught()
  if (sent && !isAsking) {
    return (
      <FocusOnMount key={sent.codeId}>
        <CodeStep sent={sent} onSignedIn={onSignedIn} onAgain={() => setIsAsking(true)} />
      </FocusOnMount>
    )
  }
  return (
    <FocusOnMount key="address" isActive={sent !== undefined}>
      <EmailForm
        action={<Trans>Send the code</Trans>}
        typed={email}
        onEmail={async (to) => {
          const earlier = isCaught ? await readKnownMails(client, to) : []
          const { codeId } = await call(sendSignInCode, { body: { email: to } })
          setSent({ codeId, formerCodeIds: formerCodes(sent, to), email: to, earlier })
          setIsAsking(false)
          setEmail(to)
        }}
      />
    </FocusOnMount>
  )
}

/** Either email may arrive last. */
function formerCodes(sent: Sent | undefined, email: string): string[] {
  return sent?.email === email ? [sent.codeId, ...sent.formerCodeIds].slice(0, FORMER_CODES_MAX) : []
}

type StepProps = { sent: Sent & Known; onSignedIn: (session: Session) => Promise<void>; onAgain: () => void }

function CodeStep({ sent: { earlier, ...sent }, onSignedIn, onAgain }: StepProps) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const { email } = sent
  const form = useCallForm({
    schema: codeSignInSchema,
    extra: sent,
    async onSubmit(body) {
      await onSignedIn(await call(signInWithCode, { body }))
    },
  })
  function enter(mailed: string) {
    setCode(mailed)
    form.props.onFormSubmit({ code: mailed })
  }

  return (
    <Form
      form={form}
      actions={
        <>
          <Button type="submit" variant="accent" busy={form.busy}>
            <Trans>Sign in</Trans>
          </Button>
          <Button variant="quiet" onClick={onAgain}>
            <Trans>Send another code</Trans>
          </Button>
        </>
      }
    >
      <p role="status">
        <Trans>
          If <bdi className="font-semibold [overflow-wrap:anywhere]">{email}</bdi> has an account, we’ve sent it a code.
          It expires in <Plural value={CODE_MINUTES} one="# minute" other="# minutes" />.
        </Trans>
      </p>
      <CaughtMailNote to={email} earlier={earlier} onCode={enter} />
      <TextField
        name="code"
        value={code}
        onValueChange={setCode}
        label={t`Code from the email`}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
      />
    </Form>
  )
}
