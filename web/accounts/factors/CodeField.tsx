import { useLingui } from '@lingui/react/macro'
import { TOTP_DIGITS, TOTP_PERIOD_SECONDS, type SecondFactorCode } from '../../../domain/accounts/factors.ts'
import { TextField } from '../../ui/fields/TextField.tsx'

type Props = { name: string }

/** The field for a code of the app or a recovery code. */
export function CodeField({ method, name }: Props & Pick<SecondFactorCode, 'method'>) {
  return method === 'totp' ? <TotpField name={name} /> : <RecoveryCodeField name={name} />
}

/** The digits of an authenticator app. */
export function TotpField({ name }: Props) {
  const { t } = useLingui()
  return (
    <TextField
      name={name}
      label={t`Code from your app`}
      hint={t`${TOTP_DIGITS} digits, new every ${TOTP_PERIOD_SECONDS} seconds`}
      autoComplete="one-time-code"
      inputMode="numeric"
      dir="ltr"
    />
  )
}

function RecoveryCodeField({ name }: Props) {
  const { t } = useLingui()
  return (
    <TextField
      name={name}
      label={t`Recovery code`}
      hint={t`One of the codes you saved. Each can be used once.`}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      dir="ltr"
    />
  )
}
