import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { signInWithWallet, startElsewhere, startWallet, type Session } from '../../domain/api.ts'
import { SOURCE_LANGUAGE, type Language } from '../../domain/languages.ts'
import { call } from '../client.ts'
import { ProviderButton } from './ProviderButton.tsx'
import { useWaysIn } from './queries.ts'

const WalletButton = lazy(async () => ({ default: (await import('./WalletButton.tsx')).WalletButton }))

type Props = {
  /** Where to go on afterwards: an address of ours. */
  next: string
  onSignedIn: (session: Session) => Promise<void>
}

/** The services and the wallet that are switched on here, for signing in and for joining alike. Nothing where none is. */
export function OtherWaysIn({ next, onSignedIn }: Props) {
  const { i18n } = useLingui()
  const { data } = useWaysIn()
  if (!data) return null
  const language = (i18n.locale || SOURCE_LANGUAGE) as Language
  return (
    <>
      {data.providers.map(({ id, name }) => (
        <ProviderButton key={id} onLeave={() => call(startElsewhere, { body: { provider: id, next, language } })}>
          <Trans>Continue with {name}</Trans>
        </ProviderButton>
      ))}
      {data.wallet && (
        <Suspense>
          <WalletButton
            label={<Trans>Continue with a wallet</Trans>}
            onMessage={async (body) => (await call(startWallet, { body })).message}
            onSigned={async (body) => onSignedIn(await call(signInWithWallet, { body }))}
          />
        </Suspense>
      )}
    </>
  )
}
