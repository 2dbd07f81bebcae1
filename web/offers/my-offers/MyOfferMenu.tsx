import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useHref } from 'react-router'
import { activateOffer, deleteOffer, pauseOffer, type MyOffer } from '../../../domain/api/offers/my-offers.ts'
import { offerAfter, type OfferMove } from '../../../domain/offers/offers.ts'
import { canCreateOffers, useSession } from '../../session/session.ts'
import { errorText } from '../../client.ts'
import { Link } from '../../layout/Link.tsx'
import { useMethodNames } from '../../payments/use-method-names.ts'
import { useCommand } from '../../use-command.ts'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import { Icon } from '../../ui/Icon.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/dialogs/Menu.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { OfferName } from './OfferName.tsx'
import { PricesDialog } from './PricesDialog.tsx'
import { RefillDialog } from './RefillDialog.tsx'
import { dropMyOffer, keepMyOffer, readOffersAgain } from '../queries.ts'
import { useChangeOffers } from './use-change-offers.ts'

/** The owner's actions on an offer: view, copy its link, edit, duplicate, pause or activate with undo, and delete after a confirmation. */
export function MyOfferMenu({ offer }: { offer: MyOffer }) {
  const { t } = useLingui()
  const [currency, method] = [offer.fiatCurrency, useMethodNames()(offer.paymentMethods)]
  const [isAsking, setIsAsking] = useState(false)
  const [isRefilling, setIsRefilling] = useState(false)
  const [isPricing, setIsPricing] = useState(false)
  const move = useMove(offer.id)
  const copyLink = useCopyLink(offer.id)
  const canOffer = canCreateOffers(useSession())
  return (
    <>
      <Menu
        label={t`Offer menu: ${currency}, ${method}`}
        className="grid size-11 place-items-center rounded-control border border-edge hover:border-ink"
        trigger={<Icon of={Ellipsis} size={20} />}
      >
        <MenuLink link={<Link to={paths.offer(offer.id)} />}>
          <Trans>View details</Trans>
        </MenuLink>
        <MenuItem onSelect={copyLink}>
          <Trans>Copy link</Trans>
        </MenuItem>
        <MenuLink link={<Link to={paths.editOffer(offer.id)} />}>
          <Trans>Edit</Trans>
        </MenuLink>
        {canOffer && (
          <MenuLink link={<Link to={paths.duplicateOffer(offer.id)} />}>
            <Trans>Duplicate</Trans>
          </MenuLink>
        )}
        <MenuSeparator />
        <MenuItem onSelect={() => setIsPricing(true)}>
          <Trans>Change price</Trans>
        </MenuItem>
        <MenuItem onSelect={() => setIsRefilling(true)}>
          <Trans>Refill</Trans>
        </MenuItem>
        {offerAfter(offer.status, 'pause') && (
          <MenuItem onSelect={() => move('pause')}>
            <Trans>Pause</Trans>
          </MenuItem>
        )}
        {canOffer && offerAfter(offer.status, 'activate') && (
          <MenuItem onSelect={() => move('activate')}>
            <Trans>Activate</Trans>
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem onSelect={() => setIsAsking(true)}>
          <span className="text-sell">
            <Trans>Delete</Trans>
          </span>
        </MenuItem>
      </Menu>
      {isPricing && <PriceOfOne offer={offer} onClose={() => setIsPricing(false)} />}
      {isRefilling && <RefillDialog offer={offer} onClose={() => setIsRefilling(false)} />}
      <DeleteDialog offer={offer} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  )
}

/** Copies the address of the offer's page in the language of the reader. */
function useCopyLink(offerId: string): () => void {
  const { t } = useLingui()
  const { notify, warn } = useToast()
  const href = useHref(paths.offer(offerId))

  async function copy() {
    try {
      await navigator.clipboard.writeText(location.origin + href)
      notify(t`Offer link copied.`)
    } catch {
      warn(t`Could not copy`)
    }
  }
  return () => void copy()
}

/** The dialog of several prices, for one offer. */
function PriceOfOne({ offer, onClose }: { offer: MyOffer; onClose: () => void }) {
  const { change } = useChangeOffers()
  return (
    <PricesDialog
      offers={[offer]}
      onClose={onClose}
      onChange={async (percentages) => {
        const refusals = await change([offer], ({ id }) => ({ pricePercentage: percentages.get(id)! }))
        if (refusals) return refusals.refused[0]?.reason ?? refusals.message
        onClose()
      }}
    />
  )
}

/** Pauses or activates; the toast has an undo button. */
function useMove(offerId: string): (move: OfferMove) => void {
  const { t } = useLingui()
  const client = useQueryClient()
  const { notify, warn } = useToast()
  const canOffer = canCreateOffers(useSession())
  const commands = { pause: useCommand(pauseOffer), activate: useCommand(activateOffer) }
  const done = { pause: t`Offer paused. No new trades can be opened.`, activate: t`Offer is on the market.` }
  const closed = t`Offer is active. It returns to the market when your business hours begin.`
  const reverse = { pause: 'activate', activate: 'pause' } as const

  async function make(move: OfferMove, isUndoing: boolean) {
    try {
      const offer = await commands[move].mutateAsync({ params: { offerId }, body: {} })
      keepMyOffer(client, offer)
      const undo = { label: t`Undo`, onPress: () => void make(reverse[move], true) }
      const isFinal = isUndoing || (move === 'pause' && !canOffer)
      notify(move === 'activate' && offer.opensAt !== null ? closed : done[move], isFinal ? undefined : undo)
    } catch (error) {
      warn(errorText(error))
      readOffersAgain(client)
    }
  }
  return (move) => void make(move, false)
}

type DialogProps = { offer: MyOffer; isOpen: boolean; onClose: () => void }

function DeleteDialog({ offer, isOpen, onClose }: DialogProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { notify } = useToast()
  const command = useCommand(deleteOffer)

  async function remove() {
    try {
      await command.mutateAsync({ params: { offerId: offer.id } })
    } catch {
      return // The dialog shows why.
    }
    dropMyOffer(client, offer.id)
    notify(t`Offer deleted. Its open trades continue.`)
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={<Trans>Delete offer</Trans>}
      confirm={{
        label: <Trans>Delete</Trans>,
        onConfirm: () => void remove(),
        variant: 'danger',
        busy: command.isPending,
      }}
      error={command.error ? errorText(command.error) : undefined}
    >
      <div className="grid gap-2">
        <p className="text-ink">
          <OfferName offer={offer} />
        </p>
        <p>
          <Trans>Are you sure you want to delete this offer?</Trans>{' '}
          {offer.openTrades > 0 && (
            <Plural value={offer.openTrades} one="Its open trade continues." other="Its # open trades continue." />
          )}
        </p>
      </div>
    </ConfirmDialog>
  )
}
