/** The switch and the legal notice of each currency, which admins set (decisions: Administration). */
import * as z from 'zod/mini'
import { freeText } from '../reading/fields.ts'
import { LANGUAGES } from '../languages.ts'
import type { Language } from '../languages.ts'
import { reasonSchema } from '../staff/staff-forms.ts'

export const CURRENCY_NOTICE_MAX = 1000

const notice = () =>
  freeText().check((ctx) => {
    if ([...ctx.value].length <= CURRENCY_NOTICE_MAX) return
    ctx.issues.push({ code: 'custom', input: ctx.value, message: /*i18n*/ 'Use up to 1,000 characters.' })
  })

const notices = Object.fromEntries(LANGUAGES.map((language) => [language, notice()])) as Record<
  Language,
  ReturnType<typeof notice>
>

/** The notice in every language; an empty one is not shown. */
export const currencyNoticesSchema = z.strictObject({ ...notices, ...reasonSchema.shape })
