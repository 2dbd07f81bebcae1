import * as z from 'zod/mini'
import type { NotificationEvent } from '../../notifications/notifications.ts'
import { NOTIFICATION_EVENTS } from '../../notifications/notifications.ts'

export const notificationEvent = z.enum(Object.keys(NOTIFICATION_EVENTS) as [NotificationEvent, ...NotificationEvent[]])
