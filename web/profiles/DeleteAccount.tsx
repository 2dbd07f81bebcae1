import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useHref } from 'react-router'
import { deleteAccount } from '../../domain/api/accounts/account-data.ts'
import type { Profile } from '../../domain/api/profiles/profiles.ts'
import { accountDeletionSchema, NOT_YOUR_USERNAME } from '../../domain/accounts/account-data.ts'
import { RETENTION } from '../../domain/accounts/privacy.ts'
import { USERNAME_CHANGE_DAYS } from '../../domain/profiles/profiles.ts'
import { flagAccountDeleted } from '../accounts/AccountDeleted.tsx'
import { keepDisplaySettings } from '../session/sign-out.ts'
import { call, errorText } from '../client.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { Form, useZodForm } from '../ui/fields/Form.tsx'
import { TextField } from '../ui/fields/TextField.tsx'

/** Deletes the account: what is deleted, what is kept and for how long, the typed username, and a confirmation. */
export function DeleteAccount({ profile }: { profile: Profile }) {
  const { t, i18n } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const form = useZodForm({
    schema: accountDeletionSchema,
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
  const { tradeYears, chatYearsAfterCompletion, reportYears } = RETENTION
  return (
    <dl className="grid max-w-[40em] gap-3 text-muted">
      <div>
        <dt className="font-semibold text-ink">
          <Trans>Erased immediately</Trans>
        </dt>
        <dd>
          <Trans>
            Your profile, payment accounts, sign-in methods, sessions, API keys, alerts and messages to us. Your offers
            close.
          </Trans>
        </dd>
      </div>
      <div>
        <dt className="font-semibold text-ink">
          <Trans>Kept without your name</Trans>
        </dt>
        <dd>
          <Trans>
            Your trades and the stars of your ratings for <Plural value={tradeYears} one="# year" other="# years" />,
            the chats for <Plural value={chatYearsAfterCompletion} one="# year" other="# years" /> after the trade
            ended, and reports by or about you for <Plural value={reportYears} one="# year" other="# years" />.
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
      await keepDisplaySettings(() => call(deleteAccount, { body: { username } }))
      flagAccountDeleted()
      // A full page load, so that no data of the user stays in memory.
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
      title={<Trans>Delete your account permanently?</Trans>}
      confirm={{
        label: <Trans>Delete permanently</Trans>,
        variant: 'danger',
        busy: isBusy,
        onConfirm: () => void leave(),
      }}
      error={problem}
    >
      <p>
        <Trans>
          All your trades must be closed. Deletion is permanent, and no one, including you, can use your username for{' '}
          <Plural value={USERNAME_CHANGE_DAYS} one="# day" other="# days" />.
        </Trans>
      </p>
      <p className="mt-2">
        <Trans>
          You’ll be signed out of every device, and we’ll email you to confirm. The traders you traded with can still
          see your trades.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}
