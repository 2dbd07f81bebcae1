import { Trans } from '@lingui/react/macro'
import type { Profile } from '../../domain/api/profiles/profiles.ts'
import { useDates } from '../dates.ts'
import { useFormats } from '../formats.ts'
import { OwnRating } from './ratings/OwnRating.tsx'
import { Badge } from '../ui/Badge.tsx'
import { DescriptionList, DescriptionRow } from '../ui/DescriptionList.tsx'

type Props = { profile: Pick<Profile, 'email' | 'memberSince' | 'completedTrades' | 'rating' | 'isVerified'> }

/** What the account's owner sees of it (spec-coverage 2 Profile). */
export function ProfileDetails({ profile }: Props) {
  const formats = useFormats()
  const dates = useDates()
  const { email, memberSince, completedTrades, rating, isVerified } = profile
  return (
    <DescriptionList className="border-t border-line md:border-t-0">
      <DescriptionRow label={<Trans>Email</Trans>}>
        <bdi dir="ltr">{email}</bdi>
      </DescriptionRow>
      <DescriptionRow label={<Trans>Trader since</Trans>}>{dates.date(memberSince)}</DescriptionRow>
      <DescriptionRow label={<Trans>Completed trades</Trans>}>{formats.count(completedTrades)}</DescriptionRow>
      <DescriptionRow label={<Trans>Rating</Trans>}>
        <OwnRating rating={rating} completedTrades={completedTrades} />
      </DescriptionRow>
      <DescriptionRow label={<Trans>Status</Trans>}>
        <Badge tone={isVerified ? 'buy' : 'neutral'}>
          {isVerified ? <Trans>Email confirmed</Trans> : <Trans>Email not confirmed</Trans>}
        </Badge>
      </DescriptionRow>
    </DescriptionList>
  )
}
