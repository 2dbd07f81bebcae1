import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import { removeBusinessHours, saveBusinessHours } from '../../../domain/api/offers/business-hours.ts'
import {
  WEEKDAYS,
  businessHoursSchema,
  type BusinessHoursInput,
  type BusinessRange,
} from '../../../domain/offers/business-hours.ts'
import { errorText } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { TimeZoneSelect } from '../../ui/fields/TimeZoneSelect.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCommand } from '../../use-command.ts'
import { DayRanges } from './DayRanges.tsx'
import { useKeepHours, type OwnHours } from './queries.ts'

const OFFICE: readonly BusinessRange[] = ([1, 2, 3, 4, 5] as const).map((weekday) => ({
  weekday,
  from: '09:00',
  until: '17:00',
}))

/** The days with their hours. A user without any begins with office hours in the browser's time zone. */
export function BusinessHoursForm({ saved: { businessHours, offers } }: { saved: OwnHours }) {
  const { t, i18n } = useLingui()
  const { notify, warn } = useToast()
  const keep = useKeepHours()
  const save = useCommand(saveBusinessHours)
  const remove = useCommand(removeBusinessHours)
  const [hours, setHours] = useState<BusinessHoursInput>(inputOf(businessHours))
  const [problem, setProblem] = useState<string>()

  async function send(input: BusinessHoursInput, done: string) {
    keep(await save.mutateAsync({ body: input }))
    notify(done)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const { data, error } = z.safeParse(businessHoursSchema, hours)
    setProblem(error && i18n._(error.issues[0]?.message ?? ''))
    if (!data) return
    await send(data, t`Business hours saved.`).catch((thrown: unknown) => setProblem(errorText(thrown)))
  }

  async function removeAll() {
    try {
      keep(await remove.mutateAsync({}))
    } catch (thrown) {
      return setProblem(errorText(thrown))
    }
    const former = inputOf(businessHours)
    const undo = () => void send(former, t`Undone.`).catch((thrown: unknown) => warn(errorText(thrown)))
    notify(t`Business hours removed.`, { label: t`Undo`, onPress: undo })
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {businessHours === null && (
        <p role="note" className="rounded-control bg-line/60 px-4 py-3">
          <Trans>You have no business hours yet. These are a suggestion, and apply once you save them.</Trans>
        </p>
      )}
      <TimeZoneSelect
        value={hours.timeZone}
        onValueChange={(timeZone) => setHours({ ...hours, timeZone })}
        className="max-w-sm"
      />
      <div className="panel divide-y divide-line">
        {WEEKDAYS.map((weekday) => (
          <DayRanges
            key={weekday}
            weekday={weekday}
            ranges={hours.ranges.filter((range) => range.weekday === weekday)}
            onChange={(ofDay) =>
              setHours({ ...hours, ranges: [...hours.ranges.filter((range) => range.weekday !== weekday), ...ofDay] })
            }
          />
        ))}
      </div>
      <p className="text-sm text-muted">
        <Trans>Hours that end before they begin end on the next day. From 00:00 until 00:00 is the whole day.</Trans>
      </p>
      {problem !== undefined && <ErrorNote>{problem}</ErrorNote>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="accent" busy={save.isPending}>
          <Trans>Save business hours</Trans>
        </Button>
        {businessHours !== null && offers === 0 && (
          <Button variant="quiet" busy={remove.isPending} onClick={() => void removeAll()}>
            <Trans>Remove business hours</Trans>
          </Button>
        )}
      </div>
    </form>
  )
}

function inputOf(saved: OwnHours['businessHours']): BusinessHoursInput {
  if (saved !== null) return { timeZone: saved.timeZone, ranges: saved.ranges }
  return { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, ranges: [...OFFICE] }
}
