import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { saveNotificationSetting } from '../../domain/api/notifications/notifications.ts'
import type { NotificationSettings as Settings } from '../../domain/api/notifications/notifications.ts'
import {
  ANNOUNCEMENT_DAYS,
  NOTIFICATION_CHANNELS,
  type NotificationGroup,
  type NotificationChannel,
} from '../../domain/notifications/notifications.ts'
import { errorText } from '../client.ts'
import { useCommand } from '../use-command.ts'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { PushSettings } from './push/PushSettings.tsx'
import { usePush } from './push/queries.ts'
import { TelegramSettings } from './telegram/TelegramSettings.tsx'
import { NotificationPreferences } from './NotificationPreferences.tsx'
import { settingsKey, useSettings } from './queries.ts'
import { RetryNote } from '../RetryNote.tsx'

/** Which events go to which channel, saved at each change, and when (spec-coverage 2 Profile). */
export function NotificationSettings() {
  const { t } = useLingui()
  const client = useQueryClient()
  const query = useSettings()
  const { data, error } = query
  const readAgain = useCallback(() => void client.invalidateQueries({ queryKey: settingsKey }), [client])
  return (
    <div id="notifications" className="grid max-w-3xl grid-cols-1 gap-8">
      {/* The switch comes before the boxes that depend on it. */}
      <PushSettings />
      <TelegramSettings onChanged={readAgain} />
      {data && <Matrix settings={data} />}
      {data && <NotificationPreferences key={JSON.stringify(data.quietHours)} settings={data} />}
      {!data && !error && <SkeletonRows rows={4} label={t`Loading settings…`} />}
      <RetryNote query={query} />
    </div>
  )
}

const GROUPS = [
  'trades',
  'disputes',
  'messages',
  'offers',
  'matches',
  'ratings',
  'service',
  'marketing',
] as const satisfies readonly NotificationGroup[]

function Matrix({ settings: { settings, hasWebhook, hasTelegram } }: { settings: Settings }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const command = useCommand(saveNotificationSetting)
  const channels: Record<NotificationChannel, string> = {
    in_app: t`Alerts`,
    push: t`Push`,
    telegram: t`Telegram`,
    email: t`Email`,
    webhook: t`Webhook`,
  }
  const isMissing: Partial<Record<NotificationChannel, boolean>> = { webhook: !hasWebhook, telegram: !hasTelegram }
  const shown = NOTIFICATION_CHANNELS.filter((channel) => !isMissing[channel])

  function save(group: NotificationGroup, channel: NotificationChannel, isOn: boolean) {
    command.mutate(
      { body: { group, channel, isOn } },
      { onSuccess: (saved) => client.setQueryData<Settings>(settingsKey, saved) },
    )
  }

  // Optimistic: shows the change immediately, until the server's answer replaces it.
  const pending = command.isPending ? command.variables.body : null
  return (
    <div>
      <PushIsOff />
      <div
        aria-hidden
        className={`hidden gap-3 border-b border-line py-2 text-sm font-medium text-muted sm:grid ${COLUMNS}`}
      >
        <span>
          <Trans>Event</Trans>
        </span>
        {shown.map((channel) => (
          <span key={channel} className={COLUMN}>
            {channels[channel]}
          </span>
        ))}
      </div>
      <ul aria-label={t`Notifications`}>
        {GROUPS.map((group) => (
          <li key={group} className={`grid gap-3 border-b border-line py-3 ${COLUMNS}`}>
            <GroupTitle group={group} />
            <div className="flex flex-wrap gap-x-6 gap-y-3 sm:contents">
              {shown.map((channel) => (
                <Cell
                  key={channel}
                  group={group}
                  channel={channel}
                  channelName={channels[channel]}
                  setting={settings.find((one) => one.group === group && one.channel === channel)}
                  pending={pending?.group === group && pending.channel === channel ? pending.isOn : null}
                  onChange={(isOn) => save(group, channel, isOn)}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
      {command.error && <ErrorNote>{errorText(command.error)}</ErrorNote>}
    </div>
  )
}

/** The boxes are the account's, and push is on or off for each browser: without this they would promise what does not come. */
function PushIsOff() {
  const { data } = usePush()
  if (data?.isOn !== false) return null
  return (
    <p role="note" className="mb-3 rounded-control bg-line/60 px-4 py-3 text-sm">
      <Trans>
        Push notifications are off in this browser. Your choices for push apply only in browsers where it is on.
      </Trans>
    </p>
  )
}

/** On a phone the channels stand below their event, each with its name; elsewhere they are columns. */
const COLUMNS = 'sm:grid-flow-col sm:grid-cols-[1fr] sm:auto-cols-max'
const COLUMN = 'sm:w-24'

type CellProps = {
  group: NotificationGroup
  channel: NotificationChannel
  channelName: string
  setting: Settings['settings'][number] | undefined
  /** The change that is being saved. */
  pending: boolean | null
  onChange: (isOn: boolean) => void
}

function Cell({ group, channel, channelName, setting, pending, onChange }: CellProps) {
  const { t } = useLingui()
  const title = useGroupTitles()[group].title
  if (!setting) return null
  if (setting.isRequired) {
    return (
      <span className={`text-muted sm:text-sm ${COLUMN}`}>
        <span className="sm:sr-only">{channelName}</span> <span className="sm:hidden">· </span>
        <Trans>Always</Trans>
      </span>
    )
  }
  const labels: Record<NotificationChannel, string> = {
    in_app: t`${title} in your alerts`,
    push: t`${title} by push notification`,
    telegram: t`${title} by Telegram`,
    email: t`${title} by email`,
    webhook: t`${title} by webhook`,
  }
  return (
    <div className={COLUMN}>
      <Checkbox
        name={`${group}-${channel}`}
        label={
          <>
            <span className="sr-only">{labels[channel]}</span>
            <span aria-hidden className="sm:hidden">
              {channelName}
            </span>
          </>
        }
        checked={pending ?? setting.isOn}
        onCheckedChange={onChange}
      />
    </div>
  )
}

function GroupTitle({ group }: { group: NotificationGroup }) {
  const { title, hint } = useGroupTitles()[group]
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <p className="text-sm text-pretty text-muted">{hint}</p>
    </div>
  )
}

function useGroupTitles(): Record<NotificationGroup, { title: string; hint: string }> {
  const { t } = useLingui()
  return {
    trades: { title: t`Trade updates`, hint: t`Your trades are opened, marked as paid, cancelled or completed.` },
    disputes: { title: t`Disputes`, hint: t`A dispute is opened, decided or appealed, or waits for your statement.` },
    messages: { title: t`Chat messages`, hint: t`The first new message in a trade since you last read it.` },
    offers: {
      title: t`Your offers`,
      hint: t`An offer expired or is out of USDT, or its currency was switched off or on.`,
    },
    matches: { title: t`New matching offers`, hint: t`New offers match one of your searches.` },
    ratings: { title: t`Ratings`, hint: t`A trader rated one of your trades.` },
    service: {
      title: t`Account and service`,
      hint: t`Suspension of your account, outages, and paused webhooks. A suspension is always emailed.`,
    },
    marketing: {
      title: t`Marketing`,
      hint: t`News about Sarraf, at most once in ${plural(ANNOUNCEMENT_DAYS, { one: '# day', other: '# days' })}.`,
    },
  }
}
