import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { changeUsername, type Profile } from '../../domain/api/profiles/profiles.ts'
import { USERNAME_CHANGE_DAYS, usernameSchema } from '../../domain/profiles/profiles.ts'
import { sessionKey } from '../session/session.ts'
import { useCommand } from '../use-command.ts'
import { useDates } from '../dates.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { FocusOnMount } from '../ui/FocusOnMount.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { useToast } from '../ui/notices/Toast.tsx'
import { keepProfile } from './queries.ts'
import { useCallForm } from '../use-call-form.ts'

/** Edits the username in place, once a year (spec-coverage 5), after a question. An error keeps the editor open. */
export function UsernameEditor({ profile }: { profile: Profile }) {
  const [isEditing, setIsEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing) {
    return (
      <FocusOnMount className="max-sm:col-span-2">
        <Edit profile={profile} onClose={() => setIsEditing(false)} />
      </FocusOnMount>
    )
  }
  return (
    // Beside the picture of a phone, the French words of the button would take two lines: it has a line of its own.
    <div className="gap-2 max-sm:contents sm:grid">
      <div className="flex-wrap items-center gap-x-4 gap-y-2 max-sm:contents sm:flex">
        <p className="min-w-0 text-2xl font-semibold [overflow-wrap:anywhere]">
          <bdi>{profile.username}</bdi>
        </p>
        {profile.usernameChangeableAt === null && (
          <Button
            ref={edit}
            size="row"
            className="max-sm:col-span-2 max-sm:justify-self-start"
            onClick={() => setIsEditing(true)}
          >
            <Trans>Edit username</Trans>
          </Button>
        )}
      </div>
      {profile.usernameChangeableAt !== null && <Notice changeableAt={profile.usernameChangeableAt} />}
    </div>
  )
}

function Notice({ changeableAt }: { changeableAt: string }) {
  const dates = useDates()
  const date = dates.date(changeableAt)
  return (
    <p className="max-sm:col-span-2 text-sm text-muted">
      <Trans>A username can be changed once per year. Next change available on {date}.</Trans>
    </p>
  )
}

function Edit({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { notify } = useToast()
  const command = useCommand(changeUsername)
  const [username, setUsername] = useState(profile.username)
  const [asked, setAsked] = useState<{ name: string; answer: (isSure: boolean) => void } | null>(null)
  const form = useCallForm({
    schema: usernameSchema,
    async onSubmit(body) {
      const isSure = await new Promise<boolean>((answer) => setAsked({ name: body.username, answer }))
      setAsked(null)
      if (!isSure) return
      const saved = await command.mutateAsync({ body })
      void client.invalidateQueries({ queryKey: sessionKey })
      notify(t`Username changed`)
      onClose()
      keepProfile(client, saved)
    },
  })
  const isSavable = username.trim() !== '' && username !== profile.username
  const rule = t`You can’t change it again for ${plural(USERNAME_CHANGE_DAYS, { one: '# day', other: '# days' })}. No one else can take your old name in that time.`
  return (
    <>
      <Form
        form={form}
        className="grid gap-3"
        actions={
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="accent" size="row" busy={form.busy} disabled={!isSavable}>
              <Trans>Save</Trans>
            </Button>
            <Button size="row" disabled={form.busy} onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
        }
      >
        <TextField
          name="username"
          label={t`Username`}
          hint={rule}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onValueChange={setUsername}
        />
      </Form>
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => asked?.answer(false)}
        title={
          <Trans>
            Change your username to <bdi>{asked?.name}</bdi>?
          </Trans>
        }
        confirm={{ label: <Trans>Change username</Trans>, onConfirm: () => asked?.answer(true) }}
      >
        {rule}
      </ConfirmDialog>
    </>
  )
}
