import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveProfile, type Profile } from '../../domain/api/profiles/profiles.ts'
import { BIO_MAX, profileSchema } from '../../domain/profiles/profiles.ts'
import { Link } from '../layout/Link.tsx'
import { useCommand } from '../use-command.ts'
import { LANGUAGE_OPTIONS, useOpenInLanguage } from '../layout/preferences/language.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { TextArea } from '../ui/fields/TextArea.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { useToast } from '../ui/notices/Toast.tsx'
import { keepProfile } from './queries.ts'
import { WithProfile } from './WithProfile.tsx'
import { useCallForm } from '../use-call-form.ts'

/** Bio and location, shown on the user's public page. */
export function ProfileTab() {
  return <WithProfile>{(profile) => <Fields profile={profile} />}</WithProfile>
}

function Fields({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { notify } = useToast()
  const command = useCommand(saveProfile)
  const [bio, setBio] = useState(profile.bio)
  const [location, setLocation] = useState(profile.location)
  const [language, setLanguage] = useState(profile.language)
  const openInLanguage = useOpenInLanguage()
  const form = useCallForm({
    schema: profileSchema,
    async onSubmit(body) {
      const saved = await command.mutateAsync({ body })
      keepProfile(client, saved)
      setBio(saved.bio)
      setLocation(saved.location)
      notify(t`Profile saved`)
      if (saved.language !== profile.language) openInLanguage(saved.language)
    },
  })
  const isChanged = bio !== profile.bio || location !== profile.location || language !== profile.language
  return (
    <Form
      form={form}
      className="grid content-start gap-5 lg:grid-cols-[1.4fr_1fr] lg:gap-x-10"
      actions={
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 lg:col-span-2">
          <Button type="submit" variant="accent" busy={form.busy} disabled={!isChanged}>
            <Trans>Save changes</Trans>
          </Button>
          <Link to={paths.trader(profile.username)} className="touch-area underline underline-offset-4">
            <Trans>View public page</Trans>
          </Link>
          <Link to={paths.profile} className="touch-area underline underline-offset-4">
            <Trans>Profile settings</Trans>
          </Link>
        </div>
      }
    >
      <TextArea
        name="bio"
        label={t`Bio`}
        hint={t`Visible to everyone. Don’t include account or phone numbers.`}
        rows={6}
        limit={BIO_MAX}
        value={bio}
        onValueChange={setBio}
      />
      <div className="grid content-start gap-5">
        <TextField
          name="location"
          label={t`Location`}
          hint={t`Visible to everyone. A city or country is enough.`}
          autoComplete="off"
          value={location}
          onValueChange={setLocation}
        />
        <Select
          name="language"
          label={t`Language`}
          hint={t`The pages switch to it when you save.`}
          options={LANGUAGE_OPTIONS}
          value={language}
          onValueChange={setLanguage}
        />
      </div>
    </Form>
  )
}
