/** What a user notes about other traders. Only that user reads it: no endpoint of staff, and none of a team, has it. */
import * as z from 'zod/mini'
import { usernameField } from '../../accounts/usernames.ts'
import { LIMITS } from '../../limits.ts'
import { NOTE_TAGS_MAX, traderNoteSchema } from '../../profiles/trader-notes.ts'
import { avatar, described, endpointsOf, listOf, moment, named } from '../endpoint.ts'

const endpoint = endpointsOf('Notes')

export const traderNote = named(
  'TraderNote',
  z.object({
    username: described(z.string(), 'The trader the note is about.'),
    avatar,
    text: described(z.string(), 'Empty for none.'),
    tags: listOf(z.string(), NOTE_TAGS_MAX),
    at: described(moment, 'When you last changed the note.'),
  }),
)
export type TraderNote = z.infer<typeof traderNote>

const traderParams = z.strictObject({ username: usernameField })

export const listTraderNotes = endpoint({
  method: 'GET',
  path: '/api/trader-notes',
  summary: 'List your notes on traders, the latest first',
  description: 'Only you read them.',
  scope: 'read',
  response: z.object({ notes: listOf(traderNote, LIMITS.trader_notes) }),
})

export const saveTraderNote = endpoint({
  method: 'POST',
  path: '/api/trader-notes/:username',
  summary: 'Update your note on a trader',
  description:
    'Replaces the note you have on the trader, if any. The trader isn’t notified. The answer doesn’t repeat the note, which answers that are kept for repeated calls would hold.',
  scope: 'offers',
  needsIdempotencyKey: true,
  params: traderParams,
  body: traderNoteSchema,
  response: z.object({ at: described(moment, 'When you last changed the note.') }),
  errors: ['not_found', 'note_about_yourself', 'trader_notes_limit'],
})

export const deleteTraderNote = endpoint({
  method: 'DELETE',
  path: '/api/trader-notes/:username',
  summary: 'Delete your note on a trader',
  scope: 'offers',
  needsIdempotencyKey: true,
  params: traderParams,
  response: z.object({ deleted: z.boolean() }),
  errors: ['not_found'],
})
