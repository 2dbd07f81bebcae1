import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type ReactNode } from 'react'
import { ERRORS } from '../../../domain/errors.ts'
import { WALLET_CHAINS } from '../../../domain/accounts/identities.ts'
import { SOURCE_LANGUAGE } from '../../../domain/languages.ts'
import { Button } from '../../ui/Button.tsx'
import type { ButtonSize, ButtonVariant } from '../../ui/button-class.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { useWallet, type WalletCalls } from './use-wallet.ts'
import { FIRST_CHAIN, type Wallet } from './wallet.ts'

type Props = WalletCalls & {
  /** The button's label where it is not for signing in. */
  label?: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
}

/** Asks the user's wallet to sign a message. Nothing else is ever requested of a wallet. */
export function WalletButton({ label = <Trans>Sign in with a wallet</Trans>, variant, size, ...calls }: Props) {
  const { step, start, choose, switchFrom, stop } = useWallet(calls)
  const button = useRef<HTMLButtonElement>(null)
  /** The pressed button is about to disappear; the focus returns to the first button. */
  const back = (act: () => void) => () => {
    button.current?.focus()
    act()
  }
  return (
    <div className="grid gap-3">
      <Button ref={button} variant={variant} size={size} busy={step.at === 'waiting'} onClick={start}>
        {label}
      </Button>
      {step.at === 'waiting' && step.on !== null && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p role="status" className="min-w-0">
            {step.on === 'signature' ? (
              <Trans>Check your wallet to sign</Trans>
            ) : (
              <Trans>Check your wallet to continue</Trans>
            )}
          </p>
          <Button size="row" onClick={back(stop)}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      )}
      {step.at === 'wrong_chain' && <WrongChain onSwitch={back(() => switchFrom(step.connection))} />}
      {step.at === 'rest' && step.problem !== undefined && <ErrorNote>{step.problem}</ErrorNote>}
      <WalletChoice wallets={step.at === 'choice' ? step.wallets : null} onChoose={choose} onClose={stop} />
    </div>
  )
}

function WrongChain({ onSwitch }: { onSwitch: () => void }) {
  const { i18n } = useLingui()
  const names = WALLET_CHAINS.map(({ name }) => name)
  // No comma before "or", as the server writes it.
  const locales = i18n.locale === SOURCE_LANGUAGE ? 'en-GB' : i18n.locales
  const chains = new Intl.ListFormat(locales, { type: 'disjunction' }).format(names)
  const chain = FIRST_CHAIN.name
  return (
    <div className="grid gap-3">
      <ErrorNote>{i18n._(ERRORS.unsupported_chain.text, { chains })}</ErrorNote>
      <Button onClick={onSwitch}>
        <Trans>Switch to {chain}</Trans>
      </Button>
    </div>
  )
}

type ChoiceProps = { wallets: Wallet[] | null; onChoose: (wallet: Wallet) => void; onClose: () => void }

/** Open while there are wallets to choose from; keeps the last ones until it has closed. */
function WalletChoice({ wallets, onChoose, onClose }: ChoiceProps) {
  const [shown, setShown] = useState<Wallet[]>([])
  if (wallets !== null && wallets !== shown) setShown(wallets)
  return (
    <Dialog isOpen={wallets !== null} onClose={onClose} title={<Trans>Choose a wallet</Trans>}>
      <ul className="grid grid-cols-1 gap-2">
        {shown.map((wallet) => (
          <li key={wallet.id}>
            <Button className="w-full justify-start!" onClick={() => onChoose(wallet)}>
              {wallet.icon !== null && <img src={wallet.icon} alt="" className="size-6 shrink-0" />}
              <bdi className="truncate">{wallet.name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
