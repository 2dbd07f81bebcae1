import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { SignedIn } from '../../session/SignedIn.tsx'
import { PlacePage } from '../../layout/places/PlacePage.tsx'
import { OwnAccount } from '../../accounts/teams/OwnAccount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { BusinessHoursForm } from './BusinessHoursForm.tsx'
import { openingText } from './opening-text.ts'
import { useBusinessHours, type OwnHours } from './queries.ts'
import { Loaded } from '../../Loaded.tsx'

/** The weekly schedule within which the offers that follow it can be traded. */
export default function BusinessHoursPage() {
  return (
    <SignedIn>
      {() => (
        <PlacePage place="offers" section="hours">
          <p className="mb-6 max-w-[40em] text-muted">
            <Trans>
              Outside these hours, offers with “Only during my business hours” leave the market and return
              automatically. Open trades continue, and an offer that you paused stays paused.
            </Trans>
          </p>
          <OwnAccount>
            <Hours />
          </OwnAccount>
        </PlacePage>
      )}
    </SignedIn>
  )
}

function Hours() {
  return (
    <Loaded query={useBusinessHours()} rows={4} hidesLaterErrors>
      {(hours) => (
        <div className="max-w-2xl">
          <Now hours={hours} />
          <BusinessHoursForm saved={hours} />
        </div>
      )}
    </Loaded>
  )
}

/** Whether the hours are now, until when by the clock of the schedule, and for how many offers. */
function Now({ hours: { businessHours, offers } }: { hours: OwnHours }) {
  const { i18n } = useLingui()
  if (businessHours === null) return null
  const { isOpen, changesAt, timeZone } = businessHours
  const time = <time dateTime={changesAt}>{openingText(changesAt, i18n.locales, timeZone)}</time>
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={isOpen ? 'buy' : 'neutral'}>{isOpen ? <Trans>Open now</Trans> : <Trans>Closed now</Trans>}</Badge>
      <span>{isOpen ? <Trans>closes {time}</Trans> : <Trans>opens {time}</Trans>}</span>
      <span className="text-muted">
        <Plural value={offers} _0="No offer follows them yet" one="# offer follows them" other="# offers follow them" />
      </span>
    </p>
  )
}
