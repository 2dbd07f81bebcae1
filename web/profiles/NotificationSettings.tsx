import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { saveNotifications, type Profile } from '../../domain/api.ts'
import { errorText } from '../client.ts'
import { useCommand } from '../use-command.ts'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { keepProfile } from './queries.ts'

/** Which events are sent by email; saved at each change (spec-coverage 2 Profile). */
export function NotificationSettings({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const command = useCommand(saveNotifications)

  function save(tradeUpdates: boolean) {
    command.mutate(
      { body: { tradeUpdates } },
      {
        onSuccess: (saved) => keepProfile(client, saved),
      },
    )
  }

  // The change shows immediately; the server's answer replaces it.
  const isOn = command.isPending ? command.variables.body.tradeUpdates : profile.wantsTradeUpdates
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">
        <Trans>Email notifications</Trans>
      </legend>
      <Checkbox
        name="tradeUpdates"
        label={t`Trade updates`}
        hint={t`We’ll email you when your trades are opened, marked as paid, cancelled or completed.`}
        checked={isOn}
        onCheckedChange={save}
      />
      {command.error && <ErrorNote>{errorText(command.error)}</ErrorNote>}
    </fieldset>
  )
}
