import type { TiersAnswer } from '../../../domain/api/accounts/tiers.ts'
import { PAYMENT_METHOD_NAMES } from '../../../domain/payments/methods.ts'
import type { PaymentRisk } from '../../../domain/accounts/tiers.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Translated } from '../../ui/Translated.tsx'

/** The payment methods of a risk. */
export function RiskMethods({ risk, methods }: { risk: PaymentRisk } & Pick<TiersAnswer, 'methods'>) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {methods
        .filter((method) => method.risk === risk)
        .map(({ paymentMethod }) => (
          <li key={paymentMethod}>
            <Badge>
              <Translated text={PAYMENT_METHOD_NAMES[paymentMethod]} />
            </Badge>
          </li>
        ))}
    </ul>
  )
}
