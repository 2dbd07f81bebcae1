import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, type ReactNode } from 'react'
import { signInWithWallet, startAuthorization, startWallet } from '../../../domain/api/accounts/identities.ts'
import type { Session } from '../../../domain/api/accounts/sessions.ts'
import { call } from '../../client.ts'
import { lazyPart } from '../../ui/hydration/lazy-part.ts'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { Skeleton } from '../../ui/notices/Skeleton.tsx'
import { ProviderButton } from './ProviderButton.tsx'
import { useSignInMethods } from './queries.ts'
import { languageOf } from '../../language-of.ts'

const WalletButton = lazyPart(async () => ({ default: (await import('./WalletButton.tsx')).WalletButton }))

type Props = {
  /** Where to continue afterwards: an address of this site. */
  next: string
  onSignedIn: (session: Session) => Promise<void>
  /** Rendered before the buttons, if there are any. */
  before?: ReactNode
}

/** The enabled identity providers and the wallet, for signing in and registering. Renders nothing where none is enabled. */
export function AlternativeSignIn({ next, onSignedIn, before }: Props) {
  const { i18n } = useLingui()
  const query = useSignInMethods()
  const { data } = query
  if (!data) {
    return (
      <>
        {before}
        {query.errorUpdateCount === 0 ? (
          <ButtonShape />
        ) : (
          // Some users have no other sign-in method. The note stays during a retry.
          <ErrorNote onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
            <Trans>We couldn’t load the other sign-in methods.</Trans>
          </ErrorNote>
        )}
      </>
    )
  }
  if (data.providers.length === 0 && !data.wallet) return null
  const language = languageOf(i18n)
  return (
    <>
      {before}
      {data.providers.map(({ id, name }) => (
        <ProviderButton key={id} onLeave={() => call(startAuthorization, { body: { provider: id, next, language } })}>
          <Trans>Continue with {name}</Trans>
        </ProviderButton>
      ))}
      {data.wallet && (
        <Suspense fallback={<ButtonShape />}>
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

/** As high as a button, so that the content below does not move. Without scripts there is nothing to wait for. */
function ButtonShape() {
  return <Skeleton className="h-11 w-full noscript:hidden" />
}
