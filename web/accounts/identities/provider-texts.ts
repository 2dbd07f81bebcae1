import { useLingui } from '@lingui/react/macro'
import type { IdentityKind } from '../../../domain/accounts/sign-in-methods.ts'
import { useSignInMethods } from './queries.ts'

/** The name of each kind; a configured provider can have a name of its own. */
export function useProviderTexts(): (kind: IdentityKind) => string {
  const { t } = useLingui()
  const { data } = useSignInMethods()
  const words: Record<IdentityKind, string> = {
    google: 'Google',
    github: 'GitHub',
    oidc: t`Single sign-on (OpenID)`,
    saml: t`Single sign-on (SAML)`,
    wallet: t`Wallet`,
  }
  return (kind) => data?.providers.find(({ id }) => id === kind)?.name ?? words[kind]
}
