import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveProfile, type Profile } from '../../domain/api/profiles/profiles.ts'
import { BIO_MAX, profileSchema } from '../../domain/profiles/profiles.ts'
import { Link } from '../layout/Link.tsx'
import { useCommand } from '../use-command.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { TextArea } from '../ui/fields/TextArea.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { useToast } from '../ui/notices/Toast.tsx'
import { AvatarEditor } from './AvatarEditor.tsx'
import { ProfileDetails } from './ProfileDetails.tsx'
import { keepProfile } from './queries.ts'
import { UsernameEditor } from './UsernameEditor.tsx'
import { WithProfile } from './WithProfile.tsx'
import { useCallForm } from '../use-call-form.ts'

/** Picture, username and facts of the user, and what the public page says of them (spec-coverage 2 Profile). */
export function ProfileSection() {
  return (
    <WithProfile>
      {(profile) => (
        <div className="grid grid-cols-1 gap-8">
          <Identity profile={profile} />
          <PublicTexts profile={profile} />
        </div>
      )}
    </WithProfile>
  )
}

function Identity({ profile }: { profile: Profile }) {
  return (
    <div className="panel grid grid-cols-1 items-start gap-x-12 gap-y-6 px-5 py-5 sm:px-7 sm:py-6 md:grid-cols-2">
      <AvatarEditor profile={profile}>
        <UsernameEditor key={profile.username} profile={profile} />
      </AvatarEditor>
      <ProfileDetails profile={profile} />
    </div>
  )
}

/** Bio and location, shown on the user's public page. */
function PublicTexts({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { notify } = useToast()
  const command = useCommand(saveProfile)
  const [bio, setBio] = useState(profile.bio)
  const [location, setLocation] = useState(profile.location)
  const form = useCallForm({
    schema: profileSchema,
    async onSubmit(body) {
      const saved = await command.mutateAsync({ body })
      keepProfile(client, saved)
      setBio(saved.bio)
      setLocation(saved.location)
      notify(t`Profile saved`)
    },
  })
  const isChanged = bio !== profile.bio || location !== profile.location
  return (
    <section>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-xl">
          <Trans>Public profile</Trans>
        </h2>
        <Link to={paths.trader(profile.username)} className="touch-area underline underline-offset-4">
          <Trans>View public page</Trans>
        </Link>
      </div>
      <Form
        form={form}
        className="grid content-start gap-5 lg:grid-cols-[1.4fr_1fr] lg:gap-x-10"
        actions={
          <Button
            type="submit"
            variant="accent"
            busy={form.busy}
            disabled={!isChanged}
            className="justify-self-start lg:col-span-2"
          >
            <Trans>Save changes</Trans>
          </Button>
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
        <TextField
          name="location"
          label={t`Location`}
          hint={t`Visible to everyone. A city or country is enough.`}
          autoComplete="off"
          value={location}
          onValueChange={setLocation}
        />
      </Form>
    </section>
  )
}
