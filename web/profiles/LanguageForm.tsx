import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveLanguage, type Profile } from '../../domain/api/profiles/profiles.ts'
import { languageSchema } from '../../domain/profiles/profiles.ts'
import { LANGUAGE_OPTIONS, useOpenInLanguage } from '../layout/preferences/language.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { useCallForm } from '../use-call-form.ts'
import { useCommand } from '../use-command.ts'
import { keepProfile } from './queries.ts'

/** The account's language: that of the pages in every browser, of emails and of push notifications. */
export function LanguageForm({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const command = useCommand(saveLanguage)
  const [language, setLanguage] = useState(profile.language)
  const openInLanguage = useOpenInLanguage()
  const form = useCallForm({
    schema: languageSchema,
    async onSubmit(chosen) {
      const saved = await command.mutateAsync({ body: chosen })
      keepProfile(client, saved)
      openInLanguage(saved.language)
    },
  })
  return (
    <Form
      form={form}
      className="grid max-w-md gap-4"
      actions={
        <Button type="submit" busy={form.busy} disabled={language === profile.language} className="justify-self-start">
          <Trans>Save language</Trans>
        </Button>
      }
    >
      <Select
        name="language"
        label={t`Language`}
        hint={t`The pages switch to it when you save.`}
        options={LANGUAGE_OPTIONS}
        value={language}
        onValueChange={setLanguage}
      />
    </Form>
  )
}
