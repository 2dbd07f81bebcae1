/** When a payment by a method arrives, and how long a seller has to confirm it (decisions: Trades). */
import { METHODS, type PaymentMethod } from '../market.ts'
import { ESCALATION_HOURS, ESCALATION_HOURS_MAX } from '../trades/trades.ts'
import { ARRIVALS } from './methods/method.ts'
import { arrivalDay, dateOf, hoursToNoonAfter } from './rails/rail.ts'

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
 * The hours after its opening at which a paid trade that the seller has not confirmed is disputed: until about noon after the day on
 * which a payment arrives that is made at the end of the payment window, extended once.
 */
export function escalationHours(method: PaymentMethod, openedAt: Date, paymentWindowMinutes: number): number {
  const { rail } = METHODS[method]
  if (!rail) return ESCALATION_HOURS
  const lastPayment = new Date(openedAt.getTime() + 2 * paymentWindowMinutes * 60_000)
  const arrival = arrivalDay(rail.calendar, rail.workingDays, lastPayment)
  const hours = hoursToNoonAfter(rail.calendar, arrival, openedAt)
  return Math.min(ESCALATION_HOURS_MAX, Math.max(ESCALATION_HOURS, hours))
}
