import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveNotificationPreferences, type NotificationSettings } from '../../domain/api/notifications/notifications.ts'
import {
  ESCALATION_CHANNELS,
  ESCALATION_MINUTES,
  type EscalationChannel,
  type EscalationMinutes,
} from '../../domain/notifications/notifications.ts'
import { errorText } from '../client.ts'
import { useCommand } from '../use-command.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { PlainSelect } from '../ui/fields/PlainSelect.tsx'
import { TimeField } from '../ui/fields/TimeField.tsx'
import { TimeZoneSelect } from '../ui/fields/TimeZoneSelect.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { useToast } from '../ui/notices/Toast.tsx'
import { settingsKey } from './queries.ts'

const NIGHT = { from: '22:00', until: '07:00' }

/** Quiet hours with their time zone, and where an urgent notification goes that is not seen in time. */
export function NotificationPreferences({ settings }: { settings: NotificationSettings }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { notify } = useToast()
  const command = useCommand(saveNotificationPreferences)
  const [quietHours, setQuietHours] = useState(settings.quietHours)
  const [timeZone, setTimeZone] = useState(settings.timeZone)
  const [escalationMinutes, setEscalationMinutes] = useState(String(settings.escalationMinutes))
  const [channels, setChannels] = useState(settings.escalationChannels)

  function choose(channel: EscalationChannel, isOn: boolean) {
    setChannels((chosen) => ESCALATION_CHANNELS.filter((one) => (one === channel ? isOn : chosen.includes(one))))
  }

  function save() {
    const body = {
      timeZone,
      quietHours,
      escalationMinutes: Number(escalationMinutes) as EscalationMinutes,
      escalationChannels: channels,
    }
    command.mutate(
      { body },
      {
        onSuccess(saved) {
          client.setQueryData<NotificationSettings>(settingsKey, saved)
          notify(t`Notification settings saved`)
        },
      },
    )
  }

  function turn(isOn: boolean) {
    setQuietHours(isOn ? NIGHT : null)
    // Users set quiet hours for the time zone they are in, which is the browser's.
    if (isOn && settings.quietHours === null) setTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  }

  return (
    <form
      className="grid max-w-3xl grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <fieldset className="grid grid-cols-1 gap-3">
        <legend className="mb-2 font-semibold">
          <Trans>Quiet hours</Trans>
        </legend>
        <Checkbox
          name="quietHours"
          label={t`Send only what is urgent during quiet hours`}
          hint={t`The rest waits until they end, unless you see it first. Urgent means: it’s your turn, and there’s a deadline.`}
          checked={quietHours !== null}
          onCheckedChange={turn}
        />
        {quietHours && (
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-[8rem_8rem_1fr] xl:grid-cols-2">
            <TimeField
              label={t`From`}
              value={quietHours.from}
              onChange={(from) => setQuietHours({ ...quietHours, from })}
            />
            <TimeField
              label={t`Until`}
              value={quietHours.until}
              onChange={(until) => setQuietHours({ ...quietHours, until })}
            />
            <TimeZoneSelect className="max-sm:col-span-2 xl:col-span-2" value={timeZone} onValueChange={setTimeZone} />
          </div>
        )}
      </fieldset>
      <fieldset className="grid grid-cols-1 gap-3">
        <legend className="mb-2 font-semibold">
          <Trans>Urgent and not seen</Trans>
        </legend>
        <PlainSelect
          name="escalationMinutes"
          label={t`Send it by the next channel after`}
          options={ESCALATION_MINUTES.map((minutes) => ({
            value: String(minutes),
            label: t`${plural(minutes, { one: '# minute', other: '# minutes' })}`,
          }))}
          value={escalationMinutes}
          onValueChange={setEscalationMinutes}
          className="max-w-xs"
        />
        <Checkbox
          name="escalationPush"
          label={t`By push notification, even for events where push is off`}
          checked={channels.includes('push')}
          onCheckedChange={(isOn) => choose('push', isOn)}
        />
        {settings.hasTelegram && (
          <Checkbox
            name="escalationTelegram"
            label={t`By Telegram, even for events where Telegram is off`}
            checked={channels.includes('telegram')}
            onCheckedChange={(isOn) => choose('telegram', isOn)}
          />
        )}
        <Checkbox
          name="escalationEmail"
          label={t`By email, even for events where email is off`}
          checked={channels.includes('email')}
          onCheckedChange={(isOn) => choose('email', isOn)}
        />
      </fieldset>
      {command.error && <ErrorNote>{errorText(command.error)}</ErrorNote>}
      <Button type="submit" busy={command.isPending} className="justify-self-start">
        <Trans>Save settings</Trans>
      </Button>
    </form>
  )
}
