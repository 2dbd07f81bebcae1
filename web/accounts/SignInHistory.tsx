import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LISTED } from '../../domain/limits.ts'
import type { SignInMethod } from '../../domain/accounts/sign-in-methods.ts'
import { listSignIns, type SignInEntry } from '../../domain/api/accounts/accounts.ts'
import { RETENTION } from '../../domain/accounts/privacy.ts'
import { call } from '../client.ts'
import { useDates } from '../dates.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { useDeviceTexts } from './device-texts.ts'
import { Loaded } from '../Loaded.tsx'

const AT_FIRST = 6

/** Sign-ins and refused attempts: the method, the time, and the device. */
export function SignInHistory() {
  const { t } = useLingui()
  const query = useQuery({
    queryKey: ['sign-ins'],
    queryFn: async ({ signal }) => (await call(listSignIns, {}, { signal })).signIns,
  })
  return (
    <Loaded query={query} rows={2} label={t`Loading sign-ins…`} hidesLaterErrors>
      {(signIns) => <History signIns={signIns} />}
    </Loaded>
  )
}

function History({ signIns }: { signIns: readonly SignInEntry[] }) {
  const { t } = useLingui()
  const [isWhole, setIsWhole] = useState(false)
  const { logDays } = RETENTION
  return (
    <div className="grid gap-3">
      <ul className="panel divide-y divide-line" aria-label={t`Sign-in history`}>
        {signIns.slice(0, isWhole ? undefined : AT_FIRST).map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
      </ul>
      {!isWhole && signIns.length > AT_FIRST && (
        <Button className="justify-self-start" onClick={() => setIsWhole(true)}>
          <Trans>Show more</Trans>
        </Button>
      )}
      <p className="text-sm text-muted">
        <Trans>
          The latest {LISTED.sign_ins}, kept for <Plural value={logDays} one="# day" other="# days" />.
        </Trans>
      </p>
    </div>
  )
}

function Line({ entry }: { entry: SignInEntry }) {
  const dates = useDates()
  const device = useDeviceTexts()(entry)
  const moment = dates.moment(entry.at)
  const words = useMethodTexts(entry.method)
  return (
    <li className="px-4 py-3 md:px-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        {device}
        {entry.outcome === 'refused' && (
          <Badge tone="sell">
            <Trans>Refused</Trans>
          </Badge>
        )}
        {entry.isNewDevice && (
          <Badge tone="neutral">
            <Trans>New device</Trans>
          </Badge>
        )}
      </p>
      <p className="num text-sm text-muted">
        {words} · {moment}
      </p>
    </li>
  )
}

function useMethodTexts(method: SignInMethod): string {
  const { t } = useLingui()
  const words: Record<SignInMethod, string> = {
    password: t`Password`,
    code: t`Email code`,
    passkey: t`Passkey`,
    registration: t`Registration`,
    totp: t`Authenticator app`,
    recovery_code: t`Recovery code`,
    google: 'Google',
    github: 'GitHub',
    oidc: t`Single sign-on (OpenID)`,
    saml: t`Single sign-on (SAML)`,
    wallet: t`Wallet`,
  }
  return words[method]
}
