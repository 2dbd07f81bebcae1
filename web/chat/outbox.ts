import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sendMessage, type Message } from '../../domain/api.ts'
import { ApiError, call, errorText, newKey } from '../client.ts'
import { keepMessage } from './messages.ts'
import { uploadImage } from './send-image.ts'

/** A picture on this device, with the address it is shown from. */
export type Attachment = { file: File; url: string }

/** A message on its way. It keeps its clientId for ever, so that its copy from the server is known. */
export type Unsent = {
  clientId: string
  idempotencyKey: string
  text: string
  attachment: Attachment | null
  /** Why it was not taken; null while it is being sent. */
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
      // A refusal is remembered under its key: the next try is another question.
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
