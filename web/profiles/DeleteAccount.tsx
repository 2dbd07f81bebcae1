import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useHref } from 'react-router'
import type { Profile } from '../../domain/api.ts'
import { leavingSchema, NOT_YOUR_USERNAME } from '../../domain/account-data.ts'
import { RETENTION } from '../../domain/privacy.ts'
import { USERNAME_CHANGE_DAYS } from '../../domain/profiles.ts'
import { announceFarewell } from '../accounts/AccountDeleted.tsx'
import { keepingReadersChoices } from '../accounts/sign-out.ts'
import { call, errorText } from '../client.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Form, useZodForm } from '../ui/Form.tsx'
import { TextField } from '../ui/TextField.tsx'

/** The end of an account: what goes, what stays and for how long, one's name typed, and a question. */
export function DeleteAccount({ profile }: { profile: Profile }) {
  const { t, i18n } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const form = useZodForm({
    schema: leavingSchema,
    async onSubmit({ username }) {
      if (username !== profile.username) return { field: 'username', message: i18n._(NOT_YOUR_USERNAME) }
      setIsAsking(true)
    },
  })
  return (
    <>
      <WhatHappens />
      <Form
        form={form}
        className="grid max-w-md gap-4"
        actions={
          <Button type="submit" variant="danger" className="justify-self-start">
            <Trans>Delete account</Trans>
          </Button>
        }
      >
        <TextField
          name="username"
          label={t`Your username`}
          hint={
            <Trans>
              Type it to confirm: <bdi>{profile.username}</bdi>
            </Trans>
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Form>
      <Question username={profile.username} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  )
}

function WhatHappens() {
  const { tradeYears, chatYearsAfterCompletion } = RETENTION
  return (
    <dl className="grid max-w-[40em] gap-3 text-muted">
      <div>
        <dt className="font-semibold text-ink">
          <Trans>Erased at once</Trans>
        </dt>
        <dd>
          <Trans>
            Your username, email address, picture, bio and location; your ways to sign in, sessions and keys; your
            alerts and messages to us. Your offers close.
          </Trans>
        </dd>
      </div>
      <div>
        <dt className="font-semibold text-ink">
          <Trans>Kept</Trans>
        </dt>
        <dd>
          <Trans>
            Your trades, without your name, for {tradeYears} years; their chats, for {chatYearsAfterCompletion} year
            after the trade ended. The people you traded with still see them.
          </Trans>
        </dd>
      </div>
      <div>
        <dt className="font-semibold text-ink">
          <Trans>Before you go</Trans>
        </dt>
        <dd>
          <Trans>
            All your trades must be over. Nobody can bring the account back, and its username can be taken by nobody for{' '}
            {USERNAME_CHANGE_DAYS} days, not even by you.
          </Trans>
        </dd>
      </div>
    </dl>
  )
}

type QuestionProps = { username: string; isOpen: boolean; onClose: () => void }

function Question({ username, isOpen, onClose }: QuestionProps) {
  const home = useHref(paths.home)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function leave() {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await keepingReadersChoices(() => call('deleteAccount', { body: { username } }))
      announceFarewell()
      // A fresh load, so that nothing of the person who left stays in this page's memory.
      location.assign(home)
    } catch (error) {
      setProblem(errorText(error))
      setIsBusy(false)
    }
  }

  function close() {
    setProblem(undefined)
    onClose()
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      title={<Trans>Delete your account for good?</Trans>}
      confirm={{
        label: <Trans>Delete for good</Trans>,
        variant: 'danger',
        busy: isBusy,
        onConfirm: () => void leave(),
      }}
      error={problem}
    >
      <Trans>This cannot be undone. You are signed out everywhere, and we tell you by mail once it is done.</Trans>
    </ConfirmDialog>
  )
}
