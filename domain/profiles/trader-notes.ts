/** What a user notes about another trader, for themselves alone (decisions: Relations). */
import * as z from 'zod/mini'
import { freeText, nameText } from '../reading/fields.ts'

export const NOTE_MAX = 500
export const NOTE_TAGS_MAX = 3
export const NOTE_TAG_MAX = 20

/** The text is empty for none. A note has a text, a tag, or both. */
export const traderNoteSchema = z
  .strictObject({
    text: freeText().check(
      z.refine((text) => [...text].length <= NOTE_MAX, { message: /*i18n*/ 'A note can have at most 500 characters.' }),
    ),
    tags: z.array(nameText()).check((ctx) => {
      const message = tagsError(ctx.value)
      if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
    }),
  })
  .check((ctx) => {
    if (ctx.value.text !== '' || ctx.value.tags.length > 0) return
    const message = /*i18n*/ 'Write a note or add a tag.'
    ctx.issues.push({ code: 'custom', input: ctx.value, path: ['text'], message })
  })
export type TraderNoteInput = z.infer<typeof traderNoteSchema>

/** The tags of a field that separates them with commas, each once, whatever its case. */
export function readTags(typed: string): string[] {
  const tags = typed
    .split(SEPARATOR)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  return tags.filter((tag, at) => !hasTag(tags.slice(0, at), tag))
}

/** Whether the tag is among them, whatever its case. */
export function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((each) => each.toLowerCase() === tag.toLowerCase())
}

const SEPARATOR = /[,،;\n]/

function tagsError(tags: readonly string[]): string | null {
  if (tags.length > NOTE_TAGS_MAX) return /*i18n*/ 'A note can have at most 3 tags.'
  if (tags.some((tag) => [...tag].length > NOTE_TAG_MAX)) return /*i18n*/ 'A tag can have at most 20 characters.'
  if (tags.some((tag) => tag === '' || SEPARATOR.test(tag)))
    return /*i18n*/ 'A tag is one or more words without commas.'
  if (tags.some((tag, at) => hasTag(tags.slice(0, at), tag))) return /*i18n*/ 'Use each tag only once.'
  return null
}
