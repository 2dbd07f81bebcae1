import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { saveNotificationSetting } from '../../domain/api.ts'
import type { NotificationSettings as Settings } from '../../domain/api.ts'
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
import { PushSettings } from '../push/PushSettings.tsx'
import { NotificationPreferences } from './NotificationPreferences.tsx'
import { settingsKey, useSettings } from './queries.ts'

/** Which events go to which channel, saved at each change, and when (spec-coverage 2 Profile). */
export function NotificationSettings() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useSettings()
  return (
    <section id="notifications" className="grid grid-cols-1 gap-6">
      <h2 className="text-xl">
        <Trans>Notifications</Trans>
      </h2>
      {data && <Matrix settings={data.settings} hasWebhook={data.hasWebhook} />}
      <PushSettings />
      {data && <NotificationPreferences key={JSON.stringify(data.quietHours)} settings={data} />}
      {!data && !error && <SkeletonRows rows={4} label={t`Loading settings…`} />}
      {error && (
        <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching}>
          {errorText(error)}
        </ErrorNote>
      )}
    </section>
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

function Matrix({ settings, hasWebhook }: Pick<Settings, 'settings' | 'hasWebhook'>) {
  const { t } = useLingui()
  const client = useQueryClient()
  const command = useCommand(saveNotificationSetting)
  const channels: Record<NotificationChannel, string> = {
    in_app: t`Alerts`,
    push: t`Push`,
    email: t`Email`,
    webhook: t`Webhook`,
  }
  const shown = NOTIFICATION_CHANNELS.filter((channel) => channel !== 'webhook' || hasWebhook)

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
      <table className="w-full max-w-3xl">
        <thead>
          <tr className="border-b border-line text-start text-sm text-muted">
            <th scope="col" className="py-2 text-start font-medium">
              <Trans>Event</Trans>
            </th>
            {shown.map((channel) => (
              <th
                key={channel}
                scope="col"
                className={`py-2 text-start font-medium ${hasWebhook ? 'w-16 sm:w-24' : 'w-20 sm:w-28'}`}
              >
                {channels[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {GROUPS.map((group) => (
            <tr key={group} className="border-b border-line">
              <th scope="row" className="py-3 pe-4 text-start font-normal">
                <GroupTitle group={group} isNarrow={hasWebhook} />
              </th>
              {shown.map((channel) => (
                <td key={channel} className="py-3 align-top">
                  <Cell
                    group={group}
                    channel={channel}
                    setting={settings.find((one) => one.group === group && one.channel === channel)}
                    pending={pending?.group === group && pending.channel === channel ? pending.isOn : null}
                    onChange={(isOn) => save(group, channel, isOn)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {command.error && <ErrorNote>{errorText(command.error)}</ErrorNote>}
    </div>
  )
}

type CellProps = {
  group: NotificationGroup
  channel: NotificationChannel
  setting: Settings['settings'][number] | undefined
  /** The change that is being saved. */
  pending: boolean | null
  onChange: (isOn: boolean) => void
}

function Cell({ group, channel, setting, pending, onChange }: CellProps) {
  const { t } = useLingui()
  const title = useGroupTitles()[group].title
  if (!setting) return null
  if (setting.isRequired) {
    return (
      <span className="text-sm text-muted">
        <Trans>Always</Trans>
      </span>
    )
  }
  const labels: Record<NotificationChannel, string> = {
    in_app: t`${title} in your alerts`,
    push: t`${title} by push notification`,
    email: t`${title} by email`,
    webhook: t`${title} by webhook`,
  }
  return (
    <Checkbox
      name={`${group}-${channel}`}
      label={<span className="sr-only">{labels[channel]}</span>}
      checked={pending ?? setting.isOn}
      onCheckedChange={onChange}
    />
  )
}

/** `isNarrow`: a phone has no place for the hint. */
function GroupTitle({ group, isNarrow }: { group: NotificationGroup; isNarrow: boolean }): ReactNode {
  const { title, hint } = useGroupTitles()[group]
  return (
    <>
      <span className="block font-semibold">{title}</span>
      <span className={`text-sm text-muted ${isNarrow ? 'hidden sm:block' : 'block'}`}>{hint}</span>
    </>
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
