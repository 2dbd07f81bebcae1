import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CODE_MINUTES, registrationCodeSchema } from '../../../domain/accounts/accounts.ts'
import { confirmRegistration, getRegistration, resendRegistrationCode } from '../../../domain/api/accounts/accounts.ts'
import type { Session } from '../../../domain/api/accounts/sessions.ts'
import { ERRORS } from '../../../domain/errors.ts'
import { call, errorText } from '../../client.ts'
import { CaughtMailNote } from '../../mail/CaughtMailNote.tsx'
import { knownMails } from '../../mail/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { FocusOnMount } from '../../ui/FocusOnMount.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCallForm } from '../../use-call-form.ts'
import { Loaded } from '../../Loaded.tsx'

type Props = {
  onSignedIn: (session: Session) => Promise<void>
  /** Returns to the form, for another address or after the registration has expired. */
  onBack: () => void
}

/** The last step of registering: six digits from the mailbox. The pending registration is in an HttpOnly cookie. */
export function RegistrationCode({ onSignedIn, onBack }: Props) {
  const { i18n } = useLingui()
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  // The page was scrolled to the end of the form, which this step replaces.
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'start' })
  }, [])
  const [sentAgain, setSentAgain] = useState(0)
  // The codes of these emails became invalid when another one was sent.
  const [earlier, setEarlier] = useState<readonly string[]>([])
  const query = useQuery({
    queryKey: ['registration'],
    queryFn: ({ signal }) => call(getRegistration, {}, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    // Another tab may have started or completed a registration: all tabs share one cookie.
    refetchOnWindowFocus: 'always',
  })
  return (
    <div className="grid gap-5">
      <h2 ref={heading} className="scroll-mt-36 text-xl">
        <Trans>Check your email</Trans>
      </h2>
      <Loaded query={query} rows={2}>
        {({ email }) =>
          email === null ? (
            <ErrorNote>{i18n._(ERRORS.registration_expired.text)}</ErrorNote>
          ) : (
            // The previous code stays valid too; the field is cleared and focused for the new one.
            <FocusOnMount key={sentAgain}>
              <CodeStep
                email={email}
                earlier={earlier}
                onSignedIn={onSignedIn}
                onSentAgain={() => {
                  setSentAgain(sentAgain + 1)
                  setEarlier(knownMails(client, email))
                }}
              />
            </FocusOnMount>
          )
        }
      </Loaded>
      <Button variant="quiet" onClick={onBack}>
        {query.data?.email ? <Trans>Use another address</Trans> : <Trans>Start again</Trans>}
      </Button>
    </div>
  )
}

type StepProps = Pick<Props, 'onSignedIn'> & { email: string; earlier: readonly string[]; onSentAgain: () => void }

function CodeStep({ email, earlier, onSignedIn, onSentAgain }: StepProps) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const { notify } = useToast()
  const resend = useMutation({
    mutationFn: () => call(resendRegistrationCode, { body: {} }),
    onSuccess() {
      notify(t`We’ve sent another code.`)
      onSentAgain()
    },
  })
  const form = useCallForm({
    schema: registrationCodeSchema,
    async onSubmit(body) {
      await onSignedIn(await call(confirmRegistration, { body }))
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
            <Trans>Create account</Trans>
          </Button>
          {resend.error && <ErrorNote>{errorText(resend.error)}</ErrorNote>}
          <Button variant="quiet" busy={resend.isPending} onClick={() => resend.mutate()}>
            <Trans>Send another code</Trans>
          </Button>
        </>
      }
    >
      <p role="status">
        <Trans>
          We’ve emailed a code to <bdi className="font-semibold [overflow-wrap:anywhere]">{email}</bdi>. Enter it to
          create your account. It expires in <Plural value={CODE_MINUTES} one="# minute" other="# minutes" />.
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
