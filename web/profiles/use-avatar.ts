import { useQueryClient } from '@tanstack/react-query'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Profile } from '../../domain/api/profiles/profiles.ts'
import { IMAGE_MAX_BYTES } from '../../domain/pictures.ts'
import { ERRORS } from '../../domain/errors.ts'
import { AVATAR_TYPES } from '../../domain/profiles/profiles.ts'
import { ApiError, errorText, newKey } from '../client.ts'
import { useToast } from '../ui/notices/Toast.tsx'
import { keepProfile } from './queries.ts'
import { sendAvatar } from './send-avatar.ts'

type Sending = { file: File; url: string; idempotencyKey: string; share: number }
type Problem = { text: string; again?: () => void }

/** The upload of the user's picture: a preview until the server answers, and the result. */
export function useAvatar() {
  const { t, i18n } = useLingui()
  const { notify } = useToast()
  const keep = useKeepAvatar()
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  function choose(file: File | undefined) {
    if (!file || sending) return
    const refusal = refusalOf(file)
    if (refusal === undefined) return void send(file, newKey())
    setProblem({ text: i18n._(refusal) })
  }

  async function send(file: File, idempotencyKey: string) {
    const url = URL.createObjectURL(file)
    const onProgress = (share: number) => setSending({ file, url, idempotencyKey, share })
    setProblem(null)
    onProgress(0)
    try {
      const saved = await sendAvatar({ file, idempotencyKey, onProgress })
      await isDrawable(saved.avatar)
      keep(saved)
      notify(t`Profile picture saved`)
    } catch (error) {
      const isOver = error instanceof ApiError && error.isDefinite
      setProblem({ text: errorText(error), ...(isOver ? {} : { again: () => void send(file, idempotencyKey) }) })
    } finally {
      setSending(null)
      URL.revokeObjectURL(url)
    }
  }

  return { sending, problem, choose, clearProblem: () => setProblem(null) }
}

/** Updates the picture, or removes it, here immediately and elsewhere at the next load. */
export function useKeepAvatar(): (profile: Profile) => void {
  const client = useQueryClient()
  return (profile) => {
    void client.invalidateQueries()
    keepProfile(client, profile)
  }
}

/** Checks before the upload; the server checks again. The message comes from domain/. */
function refusalOf({ type, size }: File): string | undefined {
  // A file of a kind unknown to the system has no type.
  if (type !== '' && !AVATAR_TYPES.includes(type)) return ERRORS.image_unreadable.text
  return size > IMAGE_MAX_BYTES ? ERRORS.image_too_large.text : undefined
}

/** Loads the picture first, so that no blank appears after the preview. */
async function isDrawable(address: string | null): Promise<void> {
  if (address === null) return
  const image = new Image()
  image.src = address
  await image.decode().catch(() => {})
}
