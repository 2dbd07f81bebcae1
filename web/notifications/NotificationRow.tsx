import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Notification } from '../../domain/api/notifications/notifications.ts'
import { IMAGE_CAPTION } from '../../domain/chat/chat.ts'
import { BOND_END_TEXTS } from '../../domain/trades/bond-texts.ts'
import { useDates } from '../dates.ts'
import { useFormats } from '../formats.ts'
import { Link } from '../layout/Link.tsx'
import { Translated } from '../ui/Translated.tsx'
import { notificationPath, notificationText } from './notification-texts.ts'
import { markRead } from './queries.ts'
import { UnreadMark } from './UnreadMark.tsx'

/** One notification, linked to its page. Unread ones carry a word and a mark, and a button that removes both. */
export function NotificationRow({ notification }: { notification: Notification }) {
  const dates = useDates()
  const formats = useFormats()
  const client = useQueryClient()
  const { id, isUnread, text, bond } = notification
  const read = () => void markRead(client, { ids: [id] }).catch(() => {})
  return (
    <li className="relative flex items-start gap-3 px-4 py-4 hover:bg-line/30 md:px-5">
      <UnreadMark isUnread={isUnread} />
      <div className="min-w-0 grow">
        <Link to={notificationPath(notification)} onClick={read} className="block after:absolute after:inset-0">
          <span className={isUnread ? 'font-semibold' : ''}>{notificationText(notification)}</span>
          {isUnread && (
            <span className="sr-only">
              <Trans>, unread</Trans>
            </span>
          )}
        </Link>
        {bond && (
          <p className="text-muted">
            <Translated
              text={BOND_END_TEXTS[bond.role][bond.outcome]}
              values={{ bond: `\u2068${formats.usdt(bond.amount)}\u2069` }}
            />
          </p>
        )}
        {text !== '' && (
          // With its own direction, a Latin text on an Arabic page is truncated at its right end.
          <p className="flex text-muted">
            <bdi className="truncate">{text === IMAGE_CAPTION ? <Translated text={IMAGE_CAPTION} /> : text}</bdi>
          </p>
        )}
        <p className="num text-sm text-muted">{dates.moment(notification.at)}</p>
      </div>
      {isUnread && (
        // On a phone it is on the line of the date, so that the text has the whole width.
        <div className="shrink-0 max-sm:absolute max-sm:end-4 max-sm:bottom-4">
          <MarkRead label={notificationText(notification)} onPress={read} />
        </div>
      )}
    </li>
  )
}

function MarkRead({ label, onPress }: { label: string; onPress: () => void }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      aria-label={t`Mark as read: ${label}`}
      onClick={onPress}
      className="relative z-10 touch-area min-h-6 text-sm text-muted underline underline-offset-4 hover:text-ink"
    >
      <Trans>Mark as read</Trans>
    </button>
  )
}
