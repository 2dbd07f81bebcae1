import { CopyButton } from '../ui/CopyButton.tsx'
import { DescriptionList, DescriptionRow } from '../ui/DescriptionList.tsx'
import { ARABIC, DIGITS, FRENCH, UNBROKEN } from './long.ts'
import { Part, State } from './Part.tsx'

export function Lists() {
  return (
    <Part name="Description list" files={['DescriptionList.tsx']}>
      <State name="rows, a control, a total">
        <div className="panel px-5">
          <DescriptionList>
            <DescriptionRow label="Price">0.9338 EUR per USDT</DescriptionRow>
            <DescriptionRow
              label="Payment reference"
              aside={<CopyButton text="FP-1F00AB34" label="Copy the payment reference" isShort />}
            >
              FP-1F00AB34
            </DescriptionRow>
            <DescriptionRow label="You will receive" isTotal>
              159.830799 USDT
            </DescriptionRow>
          </DescriptionList>
        </div>
      </State>
      <State name="the label breaks, not the value">
        <div className="panel px-5">
          <DescriptionList>
            <DescriptionRow label="Available in escrow, to buy" keepsValue>
              159.830799 USDT
            </DescriptionRow>
            <DescriptionRow label="Payment reference" aside={<span className="text-muted">(copied)</span>}>
              FP-1F00AB34
            </DescriptionRow>
          </DescriptionList>
        </div>
      </State>
      <State name="long">
        <div className="panel px-5">
          <DescriptionList>
            <DescriptionRow label={FRENCH}>{DIGITS} USDT</DescriptionRow>
            <DescriptionRow label={FRENCH} keepsValue>
              {DIGITS} USDT
            </DescriptionRow>
            <DescriptionRow label={ARABIC} aside={<CopyButton text={DIGITS} label="Copy the amount" isShort />}>
              {DIGITS}
            </DescriptionRow>
            <DescriptionRow label="Adresse" aside={<CopyButton text={UNBROKEN} label="Copy the email" isShort />}>
              {UNBROKEN}
            </DescriptionRow>
            <DescriptionRow label={FRENCH} isTotal>
              {FRENCH}
            </DescriptionRow>
          </DescriptionList>
        </div>
      </State>
    </Part>
  )
}
