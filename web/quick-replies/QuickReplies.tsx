import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { withTexts } from '../i18n.ts'
import { Menu } from '../ui/dialogs/Menu.tsx'

const ReplyMenu = lazy(async () => ({
  default: (await withTexts('seldom', () => import('./ReplyMenu.tsx'))).ReplyMenu,
}))
const RepliesDialog = lazy(async () => ({
  default: (await withTexts('seldom', () => import('./RepliesDialog.tsx'))).RepliesDialog,
}))

/** Beside the chat's message field: a menu of the user's quick replies. One that is chosen is inserted, and not sent. */
export function QuickReplies({ onInsert }: { onInsert: (text: string) => void }) {
  const { t } = useLingui()
  const [isEditing, setIsEditing] = useState(false)
  return (
    <>
      <Menu
        label={t`Quick replies`}
        className="grid size-10 shrink-0 place-items-center rounded-control text-muted hover:bg-line/60 hover:text-ink pointer-coarse:size-11"
        trigger={<Icon />}
      >
        <Suspense fallback={<div className="h-24 w-72 max-w-[calc(100vw-2rem)]" />}>
          <ReplyMenu onInsert={onInsert} onEdit={() => setIsEditing(true)} />
        </Suspense>
      </Menu>
      {isEditing && (
        <Suspense>
          <RepliesDialog onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

function Icon() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden>
      <path d="M4 3h12a1.5 1.5 0 0 1 1.5 1.5v7A1.5 1.5 0 0 1 16 13h-6l-4 3.5V13H4a1.5 1.5 0 0 1-1.5-1.5v-7A1.5 1.5 0 0 1 4 3Z" />
      <path d="M6 6.5h8M6 9.5h5" strokeLinecap="round" />
    </svg>
  )
}
