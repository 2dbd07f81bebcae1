/** When a payment by a method arrives, and how long a seller has to confirm it (decisions: Trades). */
import { METHODS, type PaymentMethod } from './methods.ts'
import {
  ESCALATION_HOURS,
  ESCALATION_HOURS_MAX,
  WITHDRAWAL_MINUTES_MAX,
  WITHDRAWAL_MINUTES_MIN,
} from '../trades/trades.ts'
import { ARRIVALS } from './methods/method.ts'
import { arrivalDay, dateOf, dayAt, endOf, hoursToNoonAfter } from './rails/rail.ts'

/** When a payment by the method usually arrives. */
export function arrivalText(method: PaymentMethod): string {
  return ARRIVALS[METHODS[method].arrival]
}

/** The working day on which a payment made at `from` arrives, as midnight in UTC; null where every day is one. */
export function expectedArrival(method: PaymentMethod, from: Date): Date | null {
  const { rail } = METHODS[method]
  return rail ? dateOf(arrivalDay(rail.calendar, rail.workingDays, from)) : null
}

/**
 * The moment before which a payment made at `from` cannot be missed: the end of the working day on which it arrives, in the rail's time
 * zone; `from` itself where every day is one. Example: by SEPA on Friday at 18:00, the end of Tuesday in Berlin.
 */
export function arrivesBy(method: PaymentMethod, from: Date): Date {
  const { rail } = METHODS[method]
  return rail ? endOf(rail.calendar, arrivalDay(rail.calendar, rail.workingDays, from)) : from
}

/** The day that ends with the moment `arrivesBy`, as midnight in UTC; null where every day is a working day. */
export function arrivalDate(method: PaymentMethod, by: Date): Date | null {
  const { rail } = METHODS[method]
  return rail ? dateOf(dayAt(rail.calendar, new Date(by.getTime() - 1))) : null
}

/**
 * The hours after its opening at which a paid trade that the seller has not confirmed is disputed: until about noon after the day on
 * which a payment arrives that is made at the latest, which is at the end of the payment window, extended once, after an undone mark.
 */
export function escalationHours(method: PaymentMethod, openedAt: Date, paymentWindowMinutes: number): number {
  const { rail } = METHODS[method]
  if (!rail) return ESCALATION_HOURS
  const lastMinutes = 2 * paymentWindowMinutes + WITHDRAWAL_MINUTES_MAX + WITHDRAWAL_MINUTES_MIN
  const lastPayment = new Date(openedAt.getTime() + lastMinutes * 60_000)
  const arrival = arrivalDay(rail.calendar, rail.workingDays, lastPayment)
  const hours = hoursToNoonAfter(rail.calendar, arrival, openedAt)
  return Math.min(ESCALATION_HOURS_MAX, Math.max(ESCALATION_HOURS, hours))
}
