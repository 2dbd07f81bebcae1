import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { ERRORS } from '../../../domain/errors.ts'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { Translated } from '../../ui/Translated.tsx'

/** Refuses a trade on the user's own offer, and leads back to the offers. */
export function OwnOffer() {
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      isOpen
      onClose={() => void navigate(paths.offers, { replace: true })}
      title={<Trans>This is your offer</Trans>}
    >
      <Translated text={ERRORS.own_offer.text} />
    </ConfirmDialog>
  )
}
