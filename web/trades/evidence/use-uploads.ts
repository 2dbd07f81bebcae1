import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { addFile, type TradeFile } from '../../../domain/api/trades/evidence.ts'
import { ERRORS } from '../../../domain/errors.ts'
import { FILE_MAX_BYTES, UPLOAD_TYPES } from '../../../domain/trades/evidence.ts'
import type { FilePurpose } from '../../../domain/trades/evidence.ts'
import { ApiError, errorText, newKey } from '../../client.ts'
import { upload } from '../../upload.ts'
import { keepFile } from './queries.ts'
import { filesKey } from '../../query-keys.ts'

/** A file on this device that is being sent, waits for its turn, or was not sent. */
export type Uploading = {
  id: string
  file: File
  /** Its object URL; null for a PDF. */
  url: string | null
  share: number
  idempotencyKey: string
  /** Why it was not sent; null while it is. A refusal is final, a lost connection is not. */
  problem: { text: string; canRetry: boolean } | null
}

type Options = { tradeId: string; purpose: FilePurpose; onAdded: (file: TradeFile) => void }

/** Sends files one after another, as the server takes them. Those in progress end when the component is removed. */
export function useUploads({ tradeId, purpose, onAdded }: Options) {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<Uploading[]>([])
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

  async function send({ id, file, idempotencyKey }: Uploading, signal: AbortSignal) {
    if (signal.aborted) return
    const form = new FormData()
    // The server reads the text first and then the stream of the file.
    form.set('purpose', purpose)
    form.set('file', file)
    const onProgress = (share: number) => change(id, { share })
    try {
      const added = await upload(addFile, { params: { tradeId }, form, idempotencyKey, onProgress, signal })
      remove(id)
      keepFile(client, added)
      onAdded(added)
    } catch (error) {
      if (signal.aborted) return
      const isFinal = error instanceof ApiError && error.isDefinite && error.status !== 429
      change(id, { problem: { text: errorText(error), canRetry: !isFinal }, share: 0 })
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
    add: (files: readonly File[]) => {
      for (const file of files) {
        const uploading: Uploading = {
          id: newKey(),
          file,
          url: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
          share: 0,
          idempotencyKey: newKey(),
          problem: null,
        }
        setUploads((all) => [...all, uploading])
        enqueue(uploading)
      }
    },
    retry: (uploading: Uploading) => {
      change(uploading.id, { problem: null })
      enqueue(uploading)
    },
    /** Ends the upload and forgets the file. One that the server has stored already appears in the list. */
    cancel: ({ id }: Uploading) => {
      aborts.current.get(id)?.abort()
      remove(id)
      void client.invalidateQueries({ queryKey: filesKey(tradeId) })
    },
  }
}

/** Refuses a file before it is sent; the server checks again. The message comes from domain/. */
export function refusalOf({ type, size }: File): string | undefined {
  // A file of a kind unknown to the system has no type.
  if (size === 0 || (type !== '' && !UPLOAD_TYPES.includes(type))) return ERRORS.file_unreadable.text
  return size > FILE_MAX_BYTES ? ERRORS.file_too_large.text : undefined
}
