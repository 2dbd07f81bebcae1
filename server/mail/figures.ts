/** The figures that the texts of mails name: every text can use them. */
import {
  CODE_MINUTES,
  CONFIRM_EMAIL_MINUTES,
  LONG_RESET_MINUTES,
  RECOVERY_DAYS,
  RESET_MINUTES,
  VERIFY_HOURS,
} from '../../domain/accounts/accounts.ts'
import { RETENTION } from '../../domain/accounts/privacy.ts'
import { TOTP_WRONG_YEARLY_MAX } from '../../domain/accounts/factors.ts'
import { SUMMARY_MINUTES, URGENT_ALONE_PER_HOUR } from '../../domain/notifications/summaries.ts'
import { OFFER_LIFE_DAYS } from '../../domain/offers/offers.ts'
import { BOND_FIGURES } from '../../domain/trades/bond-texts.ts'
import { REFUND_HOLD_MINUTES } from '../../domain/trades/trades.ts'

export const MAIL_FIGURES = {
  verifyHours: VERIFY_HOURS,
  resetMinutes: RESET_MINUTES,
  longResetHours: LONG_RESET_MINUTES / 60,
  codeMinutes: CODE_MINUTES,
  confirmEmailMinutes: CONFIRM_EMAIL_MINUTES,
  recoveryDays: RECOVERY_DAYS,
  wrongCodes: TOTP_WRONG_YEARLY_MAX,
  tradeYears: RETENTION.tradeYears,
  offerLifeDays: OFFER_LIFE_DAYS,
  refundHoldMinutes: REFUND_HOLD_MINUTES,
  urgentAlone: URGENT_ALONE_PER_HOUR,
  summaryMinutes: SUMMARY_MINUTES,
  ...BOND_FIGURES,
}
