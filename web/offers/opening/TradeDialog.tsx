import { useEffect } from 'react'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { useSession } from '../../session/session.ts'
import { ApiError, errorText } from '../../client.ts'
import { withTexts } from '../../i18n.ts'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useIdleCallback, useLazyModule } from '../../ui/hydration/use-lazy-module.ts'

const load = () => withTexts('dialog', () => import('./OpenedTradeDialog.tsx'))

type Props = {
  offer: Offer | null
  /** The fiat amount to begin with. */
  amount?: string | undefined
  /** The payment methods that the list of the offer is filtered by. */
  methods?: readonly PaymentMethod[]
  onClose: () => void
}

/** The trade dialog; null is closed. Its code loads when the page is idle, or when it is opened. */
export function TradeDialog({ offer, amount, methods, onClose }: Props) {
  const { status } = useSession()
  const { module, preload, show } = useLazyModule(load)
  const { warn } = useToast()
  const isOpen = offer !== null
  useEffect(() => {
    if (!isOpen) return
    show(() => {
      warn(errorText(new ApiError(0, { code: 'unreachable' })))
      onClose()
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each press
  }, [isOpen])
  return (
    <>
      {status === 'signed-in' && <WhenIdle work={preload} />}
      {offer && module && (
        <module.OpenedTradeDialog offer={offer} amount={amount} methods={methods} onClose={onClose} />
      )}
    </>
  )
}

function WhenIdle({ work }: { work: () => void }) {
  useIdleCallback(work)
  return null
}
