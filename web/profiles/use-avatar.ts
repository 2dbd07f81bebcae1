import { useQueryClient } from '@tanstack/react-query'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Profile } from '../../domain/api/profiles/profiles.ts'
import { errorText, newKey } from '../client.ts'
import { prepareUpload } from '../uploads/prepare-upload.ts'
import { useToast } from '../ui/notices/Toast.tsx'
import { keepProfile } from './queries.ts'
import { isFinalRefusal, NOTHING_SENT, type Progress } from '../uploads/upload.ts'
import { sendAvatar } from './send-avatar.ts'

type Sending = Progress & { url: string }
type Problem = { text: string; again?: () => void }

/** The upload of the user's picture: a preview until the server answers, and the result. */
export function useAvatar() {
  const { t } = useLingui()
  const { notify } = useToast()
  const keep = useKeepAvatar()
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const abort = useRef<AbortController>(null)

  function choose(file: File | undefined) {
    if (file && !sending) void send(file, newKey())
  }

  async function send(chosen: File, idempotencyKey: string) {
    let file = chosen
    const url = URL.createObjectURL(chosen)
    const onProgress = (progress: Progress) => setSending({ url, ...progress })
    const { signal } = (abort.current = new AbortController())
    setProblem(null)
    onProgress(NOTHING_SENT)
    try {
      file = (await prepareUpload(chosen, 'image')).file
      const saved = await sendAvatar({ file, idempotencyKey, onProgress, signal })
      await isDrawable(saved.avatar)
      keep(saved)
      notify(t`Profile picture saved`)
    } catch (error) {
      const again = () => void send(file, idempotencyKey)
      if (signal.aborted) setProblem({ text: t`Upload cancelled.`, again })
      else setProblem({ text: errorText(error), ...(isFinalRefusal(error) ? {} : { again }) })
    } finally {
      setSending(null)
      URL.revokeObjectURL(url)
    }
  }

  return { sending, problem, choose, cancel: () => abort.current?.abort(), clearProblem: () => setProblem(null) }
}

/** Updates the picture, or removes it, here immediately and elsewhere at the next load. */
export function useKeepAvatar(): (profile: Profile) => void {
  const client = useQueryClient()
  return (profile) => {
    void client.invalidateQueries()
    keepProfile(client, profile)
  }
}

/** Loads the picture first, so that no blank appears after the preview. */
async function isDrawable(address: string | null): Promise<void> {
  if (address === null) return
  const image = new Image()
  image.src = address
  await image.decode().catch(() => {})
}
