/** Quick replies: short texts that a user inserts in a chat before they send (decisions: Offers). */
import * as z from 'zod/mini'
import { isBlank } from '../reading/characters.ts'
import { freeText } from '../reading/fields.ts'
import { FIELD_TEXTS } from '../texts.ts'

export const REPLY_TITLE_MAX = 40
export const REPLY_MAX = 500

/** The title is empty for none. */
export const quickReplySchema = z.strictObject({
  title: freeText().check(
    z.refine((title) => [...title].length <= REPLY_TITLE_MAX, {
      message: /*i18n*/ 'A title can have at most 40 characters.',
    }),
  ),
  text: freeText().check((ctx) => {
    const message = textError(ctx.value)
    if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
  }),
})
export type QuickReplyInput = z.infer<typeof quickReplySchema>

function textError(text: string): string | null {
  if (isBlank(text)) return FIELD_TEXTS.messageEmpty
  return [...text].length > REPLY_MAX ? /*i18n*/ 'A quick reply can have at most 500 characters.' : null
}
