import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { linkWallet, startLink, startWalletLink, type Identity } from '../../domain/api.ts'
import { IDENTITY_KINDS } from '../../domain/identities.ts'
import { SOURCE_LANGUAGE, type Language } from '../../domain/languages.ts'
import { call, errorText } from '../client.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { useToast } from '../ui/Toast.tsx'
import { IdentityLine } from './IdentityLine.tsx'
import { useKindWords } from './kind-words.ts'
import { ProblemNote } from './ProblemNote.tsx'
import { ProviderButton } from './ProviderButton.tsx'
import { useIdentities, useKeepIdentities, useWaysIn } from './queries.ts'
import { WalletButton } from './WalletButton.tsx'

/** Services and the wallet that open the account, on the Security tab. Not there where none is switched on or linked. */
export function IdentitySection() {
  const { t } = useLingui()
  const ways = useWaysIn()
  const { data, error, refetch, isFetching } = useIdentities()
  // The services' own names are part of what is said.
  const isThere = data !== undefined && ways.data !== undefined
  const isOff = ways.data?.providers.length === 0 && !ways.data.wallet
  if (isOff && data?.length === 0) return null
  return (
    <section>
      <h2 className="mb-3 text-xl">
        <Trans>Other ways to sign in</Trans>
      </h2>
      {!isThere && !error && <SkeletonRows rows={1} label={t`Loading…`} />}
      {error && (
        <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching}>
          {errorText(error)}
        </ErrorNote>
      )}
      {isThere && <Identities identities={data} />}
    </section>
  )
}

function Identities({ identities }: { identities: readonly Identity[] }) {
  const keep = useKeepIdentities()
  useLinkedTold()
  return (
    <div className="panel divide-y divide-line">
      <div className="grid gap-3 px-4 py-4 md:px-5">
        <p className="max-w-[34em] text-sm text-muted">
          <Trans>
            Each opens your account like your password does. A second factor, where one is on, is asked for after it.
          </Trans>
        </p>
        <ProblemNote />
      </div>
      {identities.length > 0 && (
        <ul className="divide-y divide-line px-4 md:px-5">
          {identities.map((identity) => (
            <IdentityLine key={identity.id} identity={identity} onRemoved={keep} />
          ))}
        </ul>
      )}
      <LinkButtons linked={identities} onLinked={keep} />
    </div>
  )
}

type LinkProps = { linked: readonly Identity[]; onLinked: (identities: Identity[]) => void }

/** One for each that is switched on and not linked yet. */
function LinkButtons({ linked, onLinked }: LinkProps) {
  const { t, i18n } = useLingui()
  const { tell } = useToast()
  const { data } = useWaysIn()
  const isFree = (kind: Identity['kind']) => !linked.some((identity) => identity.kind === kind)
  const providers = data?.providers.filter(({ id }) => isFree(id)) ?? []
  const hasWallet = data?.wallet === true && isFree('wallet')
  if (providers.length === 0 && !hasWallet) return null
  const language = (i18n.locale || SOURCE_LANGUAGE) as Language
  return (
    <div className="flex flex-wrap gap-3 px-4 py-4 md:px-5">
      {providers.map(({ id, name }) => (
        <ProviderButton key={id} size="row" onLeave={() => call(startLink, { body: { provider: id, language } })}>
          <Trans>Link {name}</Trans>
        </ProviderButton>
      ))}
      {hasWallet && (
        <WalletButton
          size="row"
          label={<Trans>Link a wallet</Trans>}
          onMessage={async (body) => (await call(startWalletLink, { body })).message}
          onSigned={async (body) => {
            const { identities } = await call(linkWallet, { body })
            tell(t`Your wallet is linked`)
            onLinked(identities)
          }}
        />
      )}
    </div>
  )
}

/** Says so once, when the person comes back from the other service; afterwards the address is a plain one again. */
function useLinkedTold(): void {
  const { t } = useLingui()
  const { tell } = useToast()
  const wordOf = useKindWords()
  const [search, setSearch] = useSearchParams()
  const kind = IDENTITY_KINDS.find((each) => each === search.get('linked'))
  const name = kind === undefined ? null : wordOf(kind)
  useEffect(() => {
    if (name === null) return
    tell(t`${name} is linked`)
    setSearch(
      (before) => {
        before.delete('linked')
        return before
      },
      { replace: true, preventScrollReset: true },
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each return
  }, [name])
}
