import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass, type ButtonVariant } from '../ui/button-class.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { CountBadge } from '../ui/CountBadge.tsx'
import Check from 'lucide/dist/esm/icons/check.mjs'
import { Icon } from '../ui/Icon.tsx'
import { Part, Row, State } from './Part.tsx'

/** By the variant, so that the types demand a new one here. */
const BUTTONS: Record<ButtonVariant, string> = {
  accent: 'Create account',
  buy: 'Open buy trade',
  sell: 'Open sell trade',
  line: 'Try again',
  quiet: 'Go back',
  danger: 'Cancel trade',
}

const BADGES: Record<BadgeTone, string> = {
  neutral: 'Expired',
  buy: 'Awaiting payment',
  sell: 'Disputed',
  accent: 'Marked as paid',
  done: 'Completed',
}

export function Buttons() {
  return (
    <>
      <Part name="Button" files={['Button.tsx']}>
        {Object.entries(BUTTONS).map(([name, label]) => {
          const variant = name as ButtonVariant
          return (
            <State key={name} name={name}>
              <Row>
                <Button variant={variant}>{label}</Button>
                <Button variant={variant} size="row">
                  In a row
                </Button>
                <Button variant={variant} disabled>
                  Disabled
                </Button>
                <Button variant={variant} busy busyText="Saving…">
                  {label}
                </Button>
                <Button variant={variant} busy>
                  Busy, same text
                </Button>
              </Row>
            </State>
          )
        })}
        <State name="link with the look of a button">
          <a href="#button" className={buttonClass('accent')}>
            Browse offers
          </a>
        </State>
        <State name="with an icon">
          <Button>
            <Icon of={Check} size={16} /> Trusted
          </Button>
        </State>
      </Part>
      <Part name="Copy button" files={['CopyButton.tsx']}>
        <State name="idle; press for copied (or refused)">
          <CopyButton text="FP-1F00AB34" label="Copy the reference" />
        </State>
      </Part>
      <Part name="Badge" files={['Badge.tsx']}>
        {Object.entries(BADGES).map(([tone, label]) => (
          <State key={tone} name={tone}>
            <Badge tone={tone as BadgeTone}>{label}</Badge>
          </State>
        ))}
      </Part>
      <Part name="Count" files={['CountBadge.tsx']}>
        <State name="one digit">
          <CountBadge text="3" />
        </State>
        <State name="at its cap">
          <CountBadge text="99+" />
        </State>
      </Part>
    </>
  )
}
