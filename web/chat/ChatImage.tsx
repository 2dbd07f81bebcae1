import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Message } from '../../domain/api/chat/chat.ts'
import { FullscreenDialog } from '../ui/dialogs/FullscreenDialog.tsx'

/** The longer side of an image inside the chat. */
const SHOWN_PX = 240

type Props = { address: string; image: NonNullable<Message['image']>; sender: string }

/** An image in the chat; pressing it enlarges it to the screen. Its size is reserved while it loads. */
export function ChatImage({ address, image, sender }: Props) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const scale = Math.min(1, SHOWN_PX / Math.max(image.width, image.height))
  const name = t`Image from ${sender}`
  return (
    <>
      <button
        type="button"
        aria-label={t`Enlarge the image from ${sender}`}
        onClick={() => setIsOpen(true)}
        className="block"
      >
        <img
          src={address}
          alt=""
          width={Math.round(image.width * scale)}
          height={Math.round(image.height * scale)}
          className="my-1 rounded-control bg-canvas"
        />
      </button>
      <FullscreenDialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={name}>
        <div className="grid min-h-0 grow place-items-center p-4">
          <img src={address} alt={name} className="max-h-full max-w-full object-contain" />
        </div>
      </FullscreenDialog>
    </>
  )
}
