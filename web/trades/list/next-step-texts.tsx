import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { WaitingTrade } from '../../../domain/api/trades/waiting-trades.ts'
import { METHODS, PAYMENT_METHOD_NAMES } from '../../../domain/payments/methods.ts'
import type { WaitingAct } from '../../../domain/trades/waiting-trades.ts'
import { useSession } from '../../session/session.ts'
import { useFormats } from '../../formats.ts'

/** What the reader has to do in a waiting trade, and what happens otherwise. */
export function useNextStepTexts(trade: WaitingTrade): Record<WaitingAct, { todo: ReactNode; otherwise: ReactNode }> {
  const { i18n } = useLingui()
  const formats = useFormats()
  const { actingFor } = useSession()
  const name = <bdi>{trade.counterparty.username}</bdi>
  // No `bdi`: in Arabic the currency follows its figure from right to left, as in the rows below.
  const amount = <span className="num">{formats.fiat(trade.amountFiat, trade.fiatCurrency)}</span>
  const method = <bdi>{i18n._(PAYMENT_METHOD_NAMES[trade.paymentMethod])}</bdi>
  return {
    pay: {
      todo: METHODS[trade.paymentMethod].isInPerson ? (
        <Trans>
          Meet {name} with {amount} in cash, then mark the trade as paid
        </Trans>
      ) : (
        <Trans>
          Pay {amount} to {name} by {method}, then mark the trade as paid
        </Trans>
      ),
      otherwise: <Trans>Otherwise the trade is cancelled.</Trans>,
    },
    object: {
      todo: (
        <Trans>
          If you’ve paid {amount} to {name}, object to the refund
        </Trans>
      ),
      otherwise: <Trans>Otherwise the USDT is returned to the seller.</Trans>,
    },
    confirm: {
      todo: METHODS[trade.paymentMethod].isInPerson ? (
        <Trans>
          Count {amount} from {name}, then type the code on their page
        </Trans>
      ) : actingFor ? (
        <Trans>
          Check the owner’s account for {amount} from {name}, then confirm that the payment arrived
        </Trans>
      ) : (
        <Trans>
          Check your account for {amount} from {name}, then confirm that you received it
        </Trans>
      ),
      otherwise: <Trans>Otherwise a dispute opens.</Trans>,
    },
    state: {
      todo: (
        <Trans>
          Submit your statement in the dispute with {name} about {amount}
        </Trans>
      ),
      otherwise: <Trans>Otherwise the arbiter decides without it.</Trans>,
    },
    answer_decision: {
      todo: (
        <Trans>
          Accept or appeal the decision in the dispute with {name} about {amount}
        </Trans>
      ),
      otherwise: <Trans>Otherwise the decision is carried out.</Trans>,
    },
  }
}
