import MessageSquareText from 'lucide/dist/esm/icons/message-square-text.mjs'
import { Icon } from '../../ui/Icon.tsx'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { withTexts } from '../../i18n.ts'
import { Menu } from '../../ui/dialogs/Menu.tsx'

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
        trigger={<Icon of={MessageSquareText} size={20} />}
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
