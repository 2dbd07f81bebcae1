import { i18n } from '@lingui/core'
import { UNREAD_CAP } from '../../domain/limits.ts'

/** 100 and more is "99+" (spec-coverage 2). */
export function unreadText(count: number): string {
  return count > UNREAD_CAP ? `${i18n.number(UNREAD_CAP)}+` : i18n.number(count)
}
