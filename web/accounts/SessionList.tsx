import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endSession, type OpenSession } from '../../domain/api/accounts/accounts.ts'
import { errorText } from '../client.ts'
import { useCommand } from '../use-command.ts'
import { useDates } from '../dates.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { useToast } from '../ui/notices/Toast.tsx'
import { useDeviceTexts } from './device-texts.ts'
import { sessionsKey, useSessions } from './sessions.ts'
import { Loaded } from '../Loaded.tsx'

/** The user's sessions, each with its device, and buttons that end them. */
export function SessionList() {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-1 gap-4">
      <Loaded query={useSessions()} rows={2} label={t`Loading sessions…`}>
        {(sessions) => (
          <>
            <ul className="panel divide-y divide-line">
              {sessions.map((session) => (
                <Line key={session.id} session={session} />
              ))}
            </ul>
            {sessions.length > 1 && <EndOthers />}
          </>
        )}
      </Loaded>
    </div>
  )
}

function Line({ session }: { session: OpenSession }) {
  const { t } = useLingui()
  const dates = useDates()
  const client = useQueryClient()
  const { notify, warn } = useToast()
  const command = useCommand(endSession)
  const device = useDeviceTexts()(session)
  const [signedIn, lastSeen] = [dates.moment(session.signedInAt), dates.moment(session.lastSeenAt)]

  function end() {
    command.mutate(
      { params: { sessionId: session.id } },
      {
        onSuccess: () => notify(t`Session ended: ${device}`),
        onError: (error) => warn(errorText(error)),
        onSettled: () => void client.invalidateQueries({ queryKey: sessionsKey }),
      },
    )
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-4 md:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {device}
          {session.isCurrent && (
            <Badge tone="buy">
              <Trans>This session</Trans>
            </Badge>
          )}
        </p>
        <p className="num text-sm text-muted">
          <Trans>Signed in {signedIn}</Trans>
        </p>
        {!session.isCurrent && (
          <p className="num text-sm text-muted">
            <Trans>Last active {lastSeen}</Trans>
          </p>
        )}
      </div>
      {!session.isCurrent && (
        <Button
          size="row"
          busy={command.isPending}
          aria-label={t`End session: ${device}, signed in ${signedIn}`}
          onClick={end}
        >
          <Trans>End session</Trans>
        </Button>
      )}
    </li>
  )
}

function EndOthers() {
  const { t } = useLingui()
  const client = useQueryClient()
  const { notify, warn } = useToast()
  const command = useCommand(endOtherSessions)

  function end() {
    command.mutate(
      { body: {} },
      {
        onSuccess: ({ ended }) =>
          notify(t`${plural(ended, { one: '# other session ended', other: '# other sessions ended' })}`),
        onError: (error) => warn(errorText(error)),
        onSettled: () => void client.invalidateQueries({ queryKey: sessionsKey }),
      },
    )
  }

  return (
    <Button variant="danger" busy={command.isPending} onClick={end} className="justify-self-start">
      <Trans>End all other sessions</Trans>
    </Button>
  )
}
