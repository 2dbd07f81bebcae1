import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { sendImage, sendMessage, type Message } from '../../domain/api/chat/chat.ts'
import { ApiError, call, errorText, newKey } from '../client.ts'
import { useStoredDraft } from '../session/text-draft.ts'
import type { ScaledPicture } from '../uploads/scale-picture.ts'
import { NOTHING_SENT, upload, type Progress } from '../uploads/upload.ts'
import { keepMessage } from './messages.ts'

/** A picture on this device, as it is sent, with its object URL. */
export type Attachment = ScaledPicture & { url: string }

/** A message being sent. It keeps its clientId, so that its copy from the server is recognised. */
export type Unsent = Progress & {
  clientId: string
  idempotencyKey: string
  text: string
  attachment: Attachment | null
  /** Why it was not sent; null while it is being sent. */
  failure: string | null
}

export type Outbox = {
  unsent: Unsent[]
  send: (text: string, attachment: Attachment | null) => void
  retry: (message: Unsent) => void
  /** Ends the upload of a picture and keeps the message, to be sent again. */
  cancel: (message: Unsent) => void
  /** Removes the message; the upload of a picture ends. */
  discard: (message: Unsent) => void
}

/**
 * Shows messages immediately and sends them one after the other, so that they arrive in the order they were written. `arrived` is
 * what the chat has: the stream may deliver a message before its request is answered.
 */
export function useOutbox(tradeId: string, arrived: readonly Message[]): Outbox {
  const client = useQueryClient()
  const { t } = useLingui()
  // The draft stays that of the user who opened the page, even if another signs in on it.
  const [stored] = useState(useStoredDraft(`unsent ${tradeId}`))
  const [written, setUnsent] = useState(() =>
    readUnsent(stored.read(), t`The page was closed while it was being sent.`),
  )
  const last = useRef<Promise<void>>(Promise.resolve())
  const aborts = useRef(new Map<string, AbortController>())

  const known = new Set(arrived.map(({ clientId }) => clientId))
  const unsent = written.filter(({ clientId }) => !known.has(clientId))
  // A picture is not stored: it can be larger than the storage.
  const texts = JSON.stringify(unsent.filter(({ attachment }) => attachment === null))
  useEffect(() => {
    if (texts === '[]') stored.discard()
    else stored.write(texts)
  }, [stored, texts])

  function enqueue(message: Unsent) {
    const abort = new AbortController()
    aborts.current.set(message.clientId, abort)
    last.current = last.current.then(() => deliver(message, abort.signal))
  }

  async function deliver(message: Unsent, signal: AbortSignal) {
    if (signal.aborted) return
    const onProgress = (progress: Progress) => change({ ...message, ...progress })
    try {
      keepMessage(client, await post(tradeId, message, { onProgress, signal }))
      discard(message)
    } catch (error) {
      if (signal.aborted) return
      const isRefused = error instanceof ApiError && error.isDefinite
      const failure = message.attachment && !isRefused ? t`Failed to upload image. Please try again.` : errorText(error)
      // The server stores a refusal under its key, so that a retry needs another key.
      change({ ...message, failure, idempotencyKey: isRefused ? newKey() : message.idempotencyKey })
    }
  }

  function change(message: Unsent) {
    setUnsent((all) => all.map((each) => (each.clientId === message.clientId ? message : each)))
  }

  function discard(message: Unsent) {
    aborts.current.get(message.clientId)?.abort()
    aborts.current.delete(message.clientId)
    if (message.attachment) URL.revokeObjectURL(message.attachment.url)
    setUnsent((all) => all.filter(({ clientId }) => clientId !== message.clientId))
  }

  return {
    unsent,
    send(text, attachment) {
      const message = { clientId: newKey(), idempotencyKey: newKey(), text, attachment, ...NOTHING_SENT, failure: null }
      setUnsent((all) => [...all, message])
      enqueue(message)
    },
    retry(message) {
      const again = { ...message, ...NOTHING_SENT, failure: null }
      change(again)
      enqueue(again)
    },
    cancel(message) {
      aborts.current.get(message.clientId)?.abort()
      change({ ...message, failure: t`Upload cancelled.` })
    },
    discard,
  }
}

const storedMessages = z.array(z.object({ clientId: z.string(), idempotencyKey: z.string(), text: z.string() }))

/** Those of a page that was dropped. They are sent again only when the user says so: it may be days later. */
function readUnsent(text: string | null, failure: string): Unsent[] {
  const stored = z.safeParse(storedMessages, jsonOf(text ?? '[]'))
  return (stored.data ?? []).map((message) => ({ ...message, attachment: null, ...NOTHING_SENT, failure }))
}

/** Undefined where the text is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Sending = { onProgress: (progress: Progress) => void; signal: AbortSignal }

function post(
  tradeId: string,
  { text, attachment, clientId, idempotencyKey }: Unsent,
  sending: Sending,
): Promise<Message> {
  const params = { tradeId }
  if (!attachment) return call(sendMessage, { params, body: { text, clientId } }, { idempotencyKey })
  const fields = { ...(text !== '' && { text }), clientId }
  return upload(sendImage, { params, fields, file: attachment.file, idempotencyKey, ...sending })
}
