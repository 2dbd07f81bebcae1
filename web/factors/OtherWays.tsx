import { Trans } from '@lingui/react/macro'
import type { Way } from '../../domain/factors.ts'
import { Button } from '../ui/Button.tsx'

type Props = { ways: readonly Way[]; onChoose: (way: Way) => void }

/** Like a link; a long one wraps, since French and a phone's dialog do not leave it one line. */
export const otherWayClass = '-ms-4 h-auto! min-h-10 justify-self-start py-1 text-start whitespace-normal! underline'

/** What else the person has to show, each as a quiet button. */
export function OtherWays({ ways, onChoose }: Props) {
  if (ways.length === 0) return null
  return (
    <ul className="grid justify-items-start gap-1">
      {ways.map((way) => (
        <li key={way}>
          <Button variant="quiet" size="row" className={otherWayClass} onClick={() => onChoose(way)}>
            <Choice way={way} />
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Choice({ way }: { way: Way }) {
  if (way === 'passkey') return <Trans>Use a passkey instead</Trans>
  if (way === 'totp') return <Trans>Use a code from your app instead</Trans>
  return <Trans>Use a recovery code instead</Trans>
}
