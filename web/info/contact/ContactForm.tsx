import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { sendContactMessage } from '../../../domain/api/staff/contact.ts'
import {
  CONTACT_MESSAGE_MAX,
  contactSchema,
  type ContactSubject,
  CONTACT_SUBJECTS,
} from '../../../domain/staff/contact.ts'
import { useSession } from '../../session/session.ts'
import { useTextDraft } from '../../session/text-draft.ts'
import { useCommand } from '../../use-command.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import type { Option } from '../../ui/fields/PlainSelect.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useHydrated } from '../../ui/hydration/use-hydrated.ts'
import { useSubjectTexts } from '../../staff/messages/subject-texts.ts'
import { useCallForm } from '../../use-call-form.ts'

type Subject = ContactSubject | ''

/** The contact form; `onSent` receives the reference of the stored message. */
export function ContactForm({ onSent }: { onSent: (reference: string) => void }) {
  const { t } = useLingui()
  const { user } = useSession()
  // The browser would send the form itself, and the message would be lost.
  const isHydrated = useHydrated()
  const command = useCommand(sendContactMessage)
  const [typed, setTyped] = useState<{ name?: string; email?: string }>({})
  const [subject, setSubject] = useState<Subject>('')
  const message = useTextDraft('contact')
  const name = typed.name ?? user?.username ?? ''
  const email = typed.email ?? user?.email ?? ''
  const form = useCallForm({
    schema: contactSchema,
    extra: { name, email, subject, message: message.text },
    async onSubmit(body) {
      const { reference } = await command.mutateAsync({ body })
      message.discard()
      onSent(reference)
    },
  })
  return (
    <Form
      form={form}
      actions={
        <div>
          <Button
            type="submit"
            variant="accent"
            disabled={!isHydrated}
            busy={form.busy}
            busyText={<Trans>Sending…</Trans>}
          >
            <Trans>Send message</Trans>
          </Button>
        </div>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="name"
          label={t`Name`}
          autoComplete="name"
          value={name}
          onValueChange={(name) => setTyped((before) => ({ ...before, name }))}
        />
        <TextField
          name="email"
          type="email"
          label={t`Email`}
          autoComplete="email"
          spellCheck={false}
          autoCapitalize="none"
          value={email}
          onValueChange={(email) => setTyped((before) => ({ ...before, email }))}
        />
      </div>
      <Select
        name="subject"
        label={t`Subject`}
        options={useSubjects()}
        value={subject}
        onValueChange={(subject) => {
          setSubject(subject)
          form.clear()
        }}
      />
      <TextArea
        name="message"
        label={t`Message`}
        rows={7}
        limit={CONTACT_MESSAGE_MAX}
        value={message.text}
        onValueChange={message.write}
      />
    </Form>
  )
}

function useSubjects(): Option<Subject>[] {
  const { t } = useLingui()
  const words = useSubjectTexts()
  return [
    { value: '', label: t`Choose a subject` },
    ...CONTACT_SUBJECTS.map((value) => ({ value, label: words[value] })),
  ]
}
