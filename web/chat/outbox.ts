import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sendMessage, type Message } from '../../domain/api.ts'
import { ApiError, call, errorText, newKey } from '../client.ts'
import { keepMessage } from './messages.ts'
import { uploadImage } from './send-image.ts'

/** A picture on this device, with its object URL. */
export type Attachment = { file: File; url: string }

/** A message being sent. It keeps its clientId, so that its copy from the server is recognised. */
export type Unsent = {
  clientId: string
  idempotencyKey: string
  text: string
  attachment: Attachment | null
  /** Why the server refused it; null while it is being sent. */
  failure: string | null
}

export type Outbox = {
  unsent: Unsent[]
  send: (text: string, attachment: Attachment | null) => void
  retry: (message: Unsent) => void
  discard: (message: Unsent) => void
}

/** Shows messages immediately and sends them one after the other, so that they arrive in the order they were written. */
export function useOutbox(tradeId: string): Outbox {
  const client = useQueryClient()
  const { t } = useLingui()
  const [unsent, setUnsent] = useState<Unsent[]>([])
  const last = useRef<Promise<void>>(Promise.resolve())

  function enqueue(message: Unsent) {
    last.current = last.current.then(() => deliver(message))
  }

  async function deliver(message: Unsent) {
    try {
      keepMessage(client, await post(tradeId, message))
      discard(message)
    } catch (error) {
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
    if (message.attachment) URL.revokeObjectURL(message.attachment.url)
    setUnsent((all) => all.filter(({ clientId }) => clientId !== message.clientId))
  }

  return {
    unsent,
    send(text, attachment) {
      const message = { clientId: newKey(), idempotencyKey: newKey(), text, attachment, failure: null }
      setUnsent((all) => [...all, message])
      enqueue(message)
    },
    retry(message) {
      change({ ...message, failure: null })
      enqueue({ ...message, failure: null })
    },
    discard,
  }
}

function post(tradeId: string, { text, attachment, clientId, idempotencyKey }: Unsent): Promise<Message> {
  if (attachment) return uploadImage({ tradeId, file: attachment.file, text, clientId, idempotencyKey })
  return call(sendMessage, { params: { tradeId }, body: { text, clientId } }, { idempotencyKey })
}
