import { Trans, useLingui } from '@lingui/react/macro'
import { ERRORS } from '../../../domain/errors.ts'
import type { CallbackError } from '../../../domain/accounts/identities.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'

/** Why an authorization request failed, with a button that closes the note where it would stay. */
export function CallbackErrorNote({ problem, onDismiss }: { problem: CallbackError; onDismiss?: () => void }) {
  const { i18n } = useLingui()
  return (
    <ErrorNote>
      <p>{i18n._(ERRORS[problem].text)}</p>
      {onDismiss && (
        <Button size="row" className="mt-2" onClick={onDismiss}>
          <Trans>Dismiss</Trans>
        </Button>
      )}
    </ErrorNote>
  )
}
