import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { Profile } from '../../domain/api/profiles/profiles.ts'
import { IMAGE_MAX_BYTES } from '../../domain/pictures.ts'
import { AVATAR_TYPES } from '../../domain/profiles/profiles.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { UploadProgress } from '../ui/notices/UploadProgress.tsx'
import { RemoveAvatar } from './RemoveAvatar.tsx'
import { useAvatar } from './use-avatar.ts'

const MEGABYTES = IMAGE_MAX_BYTES / 1024 / 1024

/** The user's picture with the name beside it (`children`, in columns 2 and 1 to 2 on phones), and buttons that change or remove it. */
export function AvatarEditor({ profile, children }: { profile: Profile; children: ReactNode }) {
  const { sending, problem, choose, cancel, clearProblem } = useAvatar()
  const pick = useRef<HTMLButtonElement>(null)
  const focusPick = useFocusOnceGone(pick, profile.avatar)
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 sm:items-start">
        <Avatar name={profile.username} picture={sending?.url ?? profile.avatar} size={64} />
        <div className="min-w-0 max-sm:contents">{children}</div>
      </div>
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <PickButton ref={pick} hasOne={profile.avatar !== null} busy={sending !== null} onPick={choose} />
          {profile.avatar !== null && (
            <RemoveAvatar isDisabled={sending !== null} onAsk={clearProblem} onRemoved={focusPick} />
          )}
        </div>
        {sending ? (
          <div className="flex flex-wrap items-center gap-3">
            <UploadProgress share={sending.share} isWaiting={sending.isWaiting} />
            <Button size="row" variant="quiet" onClick={cancel}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
        ) : (
          <Hint />
        )}
        {problem && <ErrorNote onRetry={problem.again}>{problem.text}</ErrorNote>}
      </div>
    </div>
  )
}

/** The remove button disappears with the picture: the focus moves to the remaining button. */
function useFocusOnceGone(button: RefObject<HTMLButtonElement | null>, avatar: string | null): () => void {
  const wasRemoved = useRef(false)
  useEffect(() => {
    if (wasRemoved.current && avatar === null) button.current?.focus()
    wasRemoved.current = false
  }, [button, avatar])
  return () => {
    wasRemoved.current = true
  }
}

type PickProps = {
  ref: RefObject<HTMLButtonElement | null>
  hasOne: boolean
  busy: boolean
  onPick: (file: File | undefined) => void
}

function PickButton({ ref, hasOne, busy, onPick }: PickProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button ref={ref} size="row" busy={busy} onClick={() => input.current?.click()}>
        {hasOne ? <Trans>Change profile picture</Trans> : <Trans>Upload a profile picture</Trans>}
      </Button>
      <input
        ref={input}
        type="file"
        accept={AVATAR_TYPES.join(',')}
        hidden
        aria-label={t`Image file`}
        onChange={(event) => {
          onPick(event.target.files?.[0])
          // The same file may be chosen again after it was refused.
          event.target.value = ''
        }}
      />
    </>
  )
}

function Hint() {
  return (
    <p className="text-sm text-muted">
      <Trans>JPEG, PNG or WebP, up to {MEGABYTES} MB. Visible to everyone.</Trans>
    </p>
  )
}
