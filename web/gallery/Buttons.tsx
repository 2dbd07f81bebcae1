import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass, type ButtonSize, type ButtonVariant } from '../ui/button-class.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { CountBadge } from '../ui/CountBadge.tsx'
import Check from 'lucide/dist/esm/icons/check.mjs'
import { Icon } from '../ui/Icon.tsx'
import { ARABIC, FRENCH } from './long.ts'
import { Part, Row, Stack, State } from './Part.tsx'

/** By the variant, so that the types demand a new one here. */
const BUTTONS: Record<ButtonVariant, string> = {
  accent: 'Create account',
  buy: 'Open buy trade',
  sell: 'Open sell trade',
  link: 'Undo “paid”',
  line: 'Try again',
  quiet: 'Go back',
  danger: 'Cancel trade',
}

const SIZES: Record<ButtonSize, string> = {
  normal: 'On its own',
  row: 'In a row',
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
      <Part name="Button" files={['Button.tsx']} byHand="hover, Tab">
        {Object.entries(BUTTONS).map(([name, label]) => {
          const variant = name as ButtonVariant
          return (
            <State key={name} name={name}>
              <Row>
                {Object.entries(SIZES).map(([size, where]) => (
                  <Button key={size} variant={variant} size={size as ButtonSize}>
                    {size === 'normal' ? label : where}
                  </Button>
                ))}
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
        <State name="long label; wraps on a phone" isWide>
          <Stack>
            <Row>
              <Button variant="accent">{FRENCH}</Button>
            </Row>
            <Row>
              <Button busy>{ARABIC}</Button>
            </Row>
          </Stack>
        </State>
      </Part>
      <Part name="Copy button" files={['CopyButton.tsx']}>
        <State name="idle; press it for “copied”">
          <CopyButton text="FP-1F00AB34" label="Copy the reference" />
        </State>
        <State name="press it for “refused”">
          <Refused>
            <CopyButton text="FP-1F00AB34" label="Copy the amount" />
          </Refused>
        </State>
        <State name="with a word of its own">
          <CopyButton text="FP-1F00AB34" label="Copy all details" word="Copy all" />
        </State>
        <State name="short: on a phone the icon alone">
          <CopyButton text="FP-1F00AB34" label="Copy the address" isShort />
        </State>
      </Part>
      <Part name="Badge" files={['Badge.tsx']}>
        {Object.entries(BADGES).map(([tone, label]) => (
          <State key={tone} name={tone}>
            <Badge tone={tone as BadgeTone}>{label}</Badge>
          </State>
        ))}
        <State name="long" isWide>
          <Row>
            <Badge tone="buy">En attente de la libération des USDT</Badge>
            <Badge tone="sell">بانتظار رد الطرف الآخر</Badge>
          </Row>
        </State>
      </Part>
      <Part name="Count" files={['CountBadge.tsx']}>
        <State name="one digit">
          <Row>
            Alerts <CountBadge text="3" />
          </Row>
        </State>
        <State name="long: at its cap">
          <Row>
            Alerts <CountBadge text="99+" />
          </Row>
        </State>
      </Part>
    </>
  )
}

/** Buttons inside get a clipboard that rejects writes, as a browser without permission does. */
function Refused({ children }: { children: ReactNode }) {
  return <div onClickCapture={refuseOnce}>{children}</div>
}

function refuseOnce() {
  navigator.clipboard.writeText = async () => {
    Reflect.deleteProperty(navigator.clipboard, 'writeText')
    throw new DOMException('Refused', 'NotAllowedError')
  }
}
