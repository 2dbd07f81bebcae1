import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as z from 'zod/mini'
import {
  KEY_DAYS,
  KEY_RELEASE,
  KEY_RELEASE_HOURS,
  KEY_SCOPES,
  newKeySchema,
  type KeyScope,
} from '../../../domain/accounts/api-keys.ts'
import { ASSET } from '../../../domain/asset.ts'
import { createApiKey } from '../../../domain/api/accounts/api-keys.ts'
import type { Answered } from '../../../domain/api/endpoint.ts'
import { call } from '../../client.ts'
import { useFormats } from '../../formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { NumberTextField } from '../../ui/fields/NumberTextField.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useScopeTexts } from './scope-texts.ts'
import { useCallForm } from '../../use-call-form.ts'

/** The scopes, the days and the number of releases are added to the values of the fields. */
const schema = z.object(newKeySchema.shape)

/** Creates a key with a name, scopes and an expiry. */
export function CreateKey({ onCreated }: { onCreated: (created: Answered<typeof createApiKey>) => void }) {
  const { t } = useLingui()
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read'])
  const [days, setDays] = useState('90')
  const [releases, setReleases] = useState(String(KEY_RELEASE.tradesADay.preset))
  const canRelease = scopes.includes('release')
  const form = useCallForm({
    schema,
    extra: {
      scopes,
      expiresInDays: days === NEVER ? null : Number(days),
      ...(canRelease && { releaseTradesADay: Number(releases) }),
    },
    async onSubmit(body) {
      onCreated(await call(createApiKey, { body }))
    },
  })

  function tick(scope: KeyScope, isTicked: boolean) {
    form.clear()
    setScopes(KEY_SCOPES.filter((each) => (each === scope ? isTicked : scopes.includes(each))))
  }

  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy}>
          <Trans>Create the key</Trans>
        </Button>
      }
    >
      <TextField name="name" label={t`Name`} hint={t`For example: price bot`} autoComplete="off" />
      <ScopeTicks scopes={scopes} onTick={tick} />
      {canRelease && <ReleaseLimits releases={releases} onReleasesChange={setReleases} />}
      <Select
        name="expires"
        label={t`Expiry`}
        options={[
          ...KEY_DAYS.map((count) => ({
            value: String(count),
            label: t`${plural(count, { one: '# day', other: '# days' })}`,
          })),
          { value: NEVER, label: t`No expiry` },
        ]}
        value={days}
        onValueChange={setDays}
      />
    </Form>
  )
}

const NEVER = 'never'

type TicksProps = { scopes: readonly KeyScope[]; onTick: (scope: KeyScope, isTicked: boolean) => void }

function ScopeTicks({ scopes, onTick }: TicksProps) {
  const words = useScopeTexts()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">
        <Trans>Permissions</Trans>
      </legend>
      {KEY_SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          name={scope}
          label={words[scope].label}
          hint={words[scope].hint}
          checked={scopes.includes(scope)}
          onCheckedChange={(isTicked) => onTick(scope, isTicked)}
        />
      ))}
    </fieldset>
  )
}

type LimitsProps = { releases: string; onReleasesChange: (releases: string) => void }

/** What a key that may release USDT may release within 24 hours. */
function ReleaseLimits({ releases, onReleasesChange }: LimitsProps) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <legend className="mb-2 text-sm font-medium">
        <Trans>
          Release limits for <Plural value={KEY_RELEASE_HOURS} one="# hour" other="# hours" />
        </Trans>
      </legend>
      <NumberTextField
        name="releaseUsdtADay"
        label={t`Amount`}
        unit={ASSET}
        defaultValue={KEY_RELEASE.usdtADay.preset}
      />
      <Select
        name="releaseTradesADay"
        label={t`Trades`}
        options={KEY_RELEASE.tradesADay.offered.map((count) => ({ value: String(count), label: formats.count(count) }))}
        value={releases}
        onValueChange={onReleasesChange}
      />
    </fieldset>
  )
}
