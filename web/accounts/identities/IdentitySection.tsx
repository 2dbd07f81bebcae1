import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'
import { linkWallet, startLink, startWalletLink, type Identity } from '../../../domain/api/accounts/identities.ts'
import { call, errorText } from '../../client.ts'
import { actionRowClass } from '../../ui/action-row-class.ts'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../../ui/notices/Skeleton.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { IdentityLine } from './IdentityLine.tsx'
import { CallbackErrorNote } from './CallbackErrorNote.tsx'
import { ProviderButton } from './ProviderButton.tsx'
import { useIdentities, useKeepIdentities, useSignInMethods } from './queries.ts'
import { useLinkedNotice, useCallbackErrorNotice } from './callback-notice.ts'
import { WalletButton } from './WalletButton.tsx'
import { languageOf } from '../../language-of.ts'

/**
 * The linked identities on the Security tab. Not rendered where no provider is enabled, no identity is linked, and there
 * is no message to show.
 */
export function IdentitySection() {
  const { t } = useLingui()
  const methods = useSignInMethods()
  const linked = useIdentities()
  const { problem, dismiss } = useCallbackErrorNotice()
  const heading = useRef<HTMLHeadingElement>(null)

  /** The button disappears with the note. */
  function dismissAndFocus() {
    heading.current?.focus()
    dismiss()
  }

  const isOff = methods.data?.providers.length === 0 && !methods.data.wallet
  if (isOff && linked.data?.length === 0 && problem === null) return null
  // The message includes the provider's name.
  const isThere = linked.data !== undefined && methods.data !== undefined
  const failed = [methods, linked].filter(({ error }) => error)
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="mb-3 text-xl outline-none">
        <Trans>Other sign-in methods</Trans>
      </h2>
      <div className="grid gap-3">
        {problem !== null && (
          <InSight>
            <CallbackErrorNote problem={problem} onDismiss={dismissAndFocus} />
          </InSight>
        )}
        {failed.length > 0 && (
          <ErrorNote
            onRetry={() => failed.forEach(({ refetch }) => void refetch())}
            isRetrying={failed.some(({ isFetching }) => isFetching)}
          >
            {errorText(failed[0]?.error)}
          </ErrorNote>
        )}
        {!isThere && failed.length === 0 && <SkeletonRows rows={1} label={t`Loading…`} />}
        {isThere && <Identities identities={linked.data} onChanged={dismiss} />}
      </div>
    </section>
  )
}

/** Scrolls to the section, which is not the first of its page, when it has a message to show. */
function InSight({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Braces: some browsers return a promise, which React would call as a cleanup.
    place.current?.scrollIntoView({ block: 'center' })
  }, [])
  return <div ref={place}>{children}</div>
}

function Identities({ identities, onChanged }: { identities: readonly Identity[]; onChanged: () => void }) {
  const show = useKeepIdentities()
  useLinkedNotice()

  function keep(changed: Identity[]) {
    show(changed)
    onChanged()
  }

  return (
    <div className="panel divide-y divide-line">
      <div className={`px-4 py-4 md:px-5 ${actionRowClass}`}>
        <p className="max-w-[34em] min-w-0 text-sm text-muted">
          <Trans>Each of these signs you in. If two-factor authentication is on, you’ll need that as well.</Trans>
        </p>
        <LinkButtons linked={identities} onLinked={keep} />
      </div>
      {identities.length > 0 && (
        <ul className="divide-y divide-line px-4 md:px-5">
          {identities.map((identity) => (
            <IdentityLine key={identity.id} identity={identity} onRemoved={keep} />
          ))}
        </ul>
      )}
    </div>
  )
}

type LinkProps = { linked: readonly Identity[]; onLinked: (identities: Identity[]) => void }

/** One button for each enabled provider that is not linked yet. */
function LinkButtons({ linked, onLinked }: LinkProps) {
  const { t, i18n } = useLingui()
  const { notify } = useToast()
  const { data } = useSignInMethods()
  const isFree = (kind: Identity['kind']) => !linked.some((identity) => identity.kind === kind)
  const providers = data?.providers.filter(({ id }) => isFree(id)) ?? []
  const hasWallet = data?.wallet === true && isFree('wallet')
  if (providers.length === 0 && !hasWallet) return null
  const language = languageOf(i18n)
  return (
    <div className="flex shrink-0 flex-wrap gap-3 sm:max-w-1/2 sm:justify-end">
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
            notify(t`Your wallet is linked`)
            onLinked(identities)
          }}
        />
      )}
    </div>
  )
}
