import { useQueryClient } from '@tanstack/react-query'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { addFile, type TradeFile } from '../../../domain/api/trades/evidence.ts'
import type { FilePurpose } from '../../../domain/trades/evidence.ts'
import { errorText, newKey } from '../../client.ts'
import { prepareUpload } from '../../uploads/prepare-upload.ts'
import type { Scaling } from '../../uploads/scale-picture.ts'
import { isFinalRefusal, NOTHING_SENT, upload, type Progress } from '../../uploads/upload.ts'
import { keepFile } from './queries.ts'
import { filesKey } from '../../query-keys.ts'

/** A file on this device that is being sent, waits for its turn, or was not sent. */
export type Uploading = Progress & {
  id: string
  /** As it is sent: a picture that was scaled takes the place of the chosen one. */
  file: File
  scaling: Scaling | null
  /** Its object URL; null for a PDF. */
  url: string | null
  idempotencyKey: string
  /** Why it was not sent; null while it is. A refusal is final, a lost connection and a cancellation are not. */
  problem: { text: string; canRetry: boolean } | null
}

/** A picture that was stored smaller than it was chosen. */
export type ScaledUpload = { id: string; name: string; scaling: Scaling }

type Options = { tradeId: string; purpose: FilePurpose; onAdded: (file: TradeFile) => void }

/** Sends files one after another, as the server takes them. Those in progress end when the component is removed. */
export function useUploads({ tradeId, purpose, onAdded }: Options) {
  const client = useQueryClient()
  const { t } = useLingui()
  const [uploads, setUploads] = useState<Uploading[]>([])
  const [scaled, setScaled] = useState<ScaledUpload[]>([])
  const last = useRef<Promise<void>>(Promise.resolve())
  const aborts = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const begun = aborts.current
    return () => {
      for (const abort of begun.values()) abort.abort()
    }
  }, [])

  function enqueue(uploading: Uploading) {
    const abort = new AbortController()
    aborts.current.set(uploading.id, abort)
    last.current = last.current.then(() => send(uploading, abort.signal))
  }

  async function send(uploading: Uploading, signal: AbortSignal) {
    if (signal.aborted) return
    const { id, idempotencyKey } = uploading
    const onProgress = (progress: Progress) => change(id, progress)
    try {
      const prepared = await prepareUpload(uploading.file, 'file')
      const { file } = prepared
      const scaling = prepared.scaling ?? uploading.scaling
      if (signal.aborted) return
      change(id, { file, scaling })
      const sending = { params: { tradeId }, fields: { purpose }, file, idempotencyKey, onProgress, signal }
      const added = await upload(addFile, sending)
      if (scaling) setScaled((all) => [...all, { id, name: file.name, scaling }])
      remove(id)
      keepFile(client, added)
      onAdded(added)
    } catch (error) {
      if (signal.aborted) return
      change(id, { problem: { text: errorText(error), canRetry: !isFinalRefusal(error) } })
    }
  }

  function change(id: string, changes: Partial<Uploading>) {
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...changes } : each)))
  }

  function remove(id: string) {
    aborts.current.delete(id)
    setUploads((all) => {
      const url = all.find((each) => each.id === id)?.url
      if (typeof url === 'string') URL.revokeObjectURL(url)
      return all.filter((each) => each.id !== id)
    })
  }

  return {
    uploads,
    scaled,
    add: (files: readonly File[]) => {
      for (const file of files) {
        const uploading: Uploading = {
          id: newKey(),
          file,
          scaling: null,
          url: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
          ...NOTHING_SENT,
          idempotencyKey: newKey(),
          problem: null,
        }
        setUploads((all) => [...all, uploading])
        enqueue(uploading)
      }
    },
    retry: (uploading: Uploading) => {
      change(uploading.id, { ...NOTHING_SENT, problem: null })
      enqueue(uploading)
    },
    /** Ends the upload and keeps the file, to be sent again. One that the server has stored already appears in the list. */
    cancel: ({ id }: Uploading) => {
      aborts.current.get(id)?.abort()
      change(id, { problem: { text: t`Upload cancelled.`, canRetry: true } })
      void client.invalidateQueries({ queryKey: filesKey(tradeId) })
    },
    remove: ({ id }: Uploading) => remove(id),
  }
}
