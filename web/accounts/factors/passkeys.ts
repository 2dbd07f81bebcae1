/** WebAuthn in the browser. The library is loaded at the first use. */
import { useLingui } from '@lingui/react/macro'
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '../../../domain/api/accounts/factors.ts'
import { ERRORS } from '../../../domain/errors.ts'
import { ApiError, errorText } from '../../client.ts'

/** Creates a passkey. Throws the browser's error, which `usePasskeyText` translates. */
export async function makePasskey(optionsJSON: PasskeyCreation): Promise<Omit<NewPasskey, 'name'>> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  return { credentialId: id, clientDataJSON, attestationObject, ...(transports && { transports }) }
}

/** Signs a challenge with a passkey. Throws likewise. */
export async function showPasskey(optionsJSON: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { id, response } = await startAuthentication({ optionsJSON })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { credentialId: id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
}

/** The message to show for a thrown error. */
export function usePasskeyText(): (error: unknown) => string {
  const { t, i18n } = useLingui()
  return (error) => {
    if (error instanceof ApiError) return errorText(error)
    const name = error instanceof Error ? error.name : ''
    if (name === 'InvalidStateError') return i18n._(ERRORS.passkey_known.text)
    if (name === 'NotAllowedError' || name === 'AbortError') return t`No passkey was used. You can try again.`
    return t`This browser or device couldn’t use a passkey.`
  }
}
