import { useLingui } from '@lingui/react/macro'
import type { AdditionKind } from '../../../domain/accounts/additions.ts'
import { useProviderTexts } from '../identities/provider-texts.ts'

/** The name of what was added to an account: "Passkey". */
export function useAdditionTexts(): (kind: AdditionKind) => string {
  const { t } = useLingui()
  const providerName = useProviderTexts()
  return (kind) => {
    if (kind === 'totp') return t`Authenticator app`
    if (kind === 'passkey') return t`Passkey`
    if (kind === 'recovery_codes') return t`Recovery codes`
    if (kind === 'api_key') return t`API key`
    if (kind === 'telegram') return t`Telegram chat`
    if (kind === 'team_member') return t`Team member`
    if (kind === 'device') return t`Device`
    if (kind === 'password') return t`Password`
    return providerName(kind)
  }
}
