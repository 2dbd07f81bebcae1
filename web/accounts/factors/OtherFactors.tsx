import { Trans } from '@lingui/react/macro'
import type { SecondFactorMethod } from '../../../domain/accounts/sign-in-methods.ts'
import { Button } from '../../ui/Button.tsx'

type Props = { methods: readonly SecondFactorMethod[]; onChoose: (method: SecondFactorMethod) => void }

/** Looks like a link; a long label wraps, since it exceeds one line in French and in a phone's dialog. */
export const otherFactorClass = '-ms-4 h-auto! min-h-10 justify-self-start py-1 text-start whitespace-normal! underline'

/** The user's other factors, each as a quiet button. */
export function OtherFactors({ methods, onChoose }: Props) {
  if (methods.length === 0) return null
  return (
    <ul className="grid justify-items-start gap-1">
      {methods.map((method) => (
        <li key={method}>
          <Button variant="quiet" size="row" className={otherFactorClass} onClick={() => onChoose(method)}>
            <Choice method={method} />
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Choice({ method }: { method: SecondFactorMethod }) {
  if (method === 'passkey') return <Trans>Use a passkey instead</Trans>
  if (method === 'totp') return <Trans>Use a code from your app instead</Trans>
  return <Trans>Use a recovery code instead</Trans>
}
