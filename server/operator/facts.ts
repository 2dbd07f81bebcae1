/** The facts of an operator: operator.json of the folder. */
import * as z from 'zod/mini'
import { LANGUAGES } from '../../domain/languages.ts'
import type { Language } from '../../domain/languages.ts'
import type { OperatorColours } from '../../domain/operator/colours.ts'
import type { ProductNames } from '../../domain/operator/product.ts'
import { OperatorError, emailAddress } from '../setting-values.ts'

export type Facts = ProductNames & {
  /** A sentence about the name, on the page about the product; null: nothing to say. */
  nameMeaning: Readonly<Record<Language, string>> | null
  /** The company that answers for the platform, as registered; null: named nowhere. */
  company: string | null
  /** Where messages of the contact form are mailed, shown beside the form. Null: admins read them in the inbox only. */
  supportEmail: string | null
  /** For questions about personal data, shown beside the contact form. */
  dataProtectionEmail: string | null
  /** The day of the last change of the terms or the privacy policy: "2026-11-27". */
  policiesUpdated: string
  colours: OperatorColours
}

const NAME_MAX = 30
const LINE_MAX = 200

/**
 * One line of visible characters without those that programs read: a name stands in mail headers, HTML, SVG, PDF and addresses of
 * authenticator apps, where each is escaped, too.
 */
const LINE = /^(?!\s)[^\p{C}\p{Zl}\p{Zp}<>{}#|\\"`]+(?<!\s)$/u

const line = (max: number) =>
  z
    .string()
    .check(
      z.maxLength(max, `must have at most ${max} characters`),
      z.regex(LINE, 'must be one line of text, without spaces around it and without < > { } # | \\ " and `'),
    )
const hex = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'must be a colour as "#f3b61f", in lower case'))
const email = z.nullable(z.string())

const FACTS = z.strictObject({
  productName: line(NAME_MAX).check(
    z.regex(/\p{L}/u, 'must have a letter of an alphabet'),
    z.regex(/^[^:]*$/, 'must have no colon'),
  ),
  arabicName: z.optional(line(NAME_MAX)),
  nameMeaning: z.nullable(z.record(z.enum(LANGUAGES), line(LINE_MAX))),
  company: z.nullable(line(LINE_MAX)),
  supportEmail: email,
  dataProtectionEmail: email,
  policiesUpdated: z.iso.date('must be a day as "2026-11-27"'),
  colours: z.strictObject({
    onAccent: hex,
    light: z.strictObject({ accent: hex, accentSoft: hex }),
    dark: z.strictObject({ accent: hex, accentSoft: hex }),
    band: z.strictObject({ canvas: hex, surface: hex, line: hex, edge: hex }),
  }),
})

/** Throws an `OperatorError` that names the file, the field and what to write instead. */
export function readFacts(text: string, file: string): Facts {
  const parsed = FACTS.safeParse(json(text, file), { reportInput: true })
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${file}: ${problemOf(issue)}`)
    throw new OperatorError(wrong.join('\n'))
  }
  const facts = parsed.data
  for (const name of ['supportEmail', 'dataProtectionEmail'] as const) {
    const address = facts[name]
    if (address !== null) emailAddress(`${file}: ${name}`, address)
  }
  return { ...facts, arabicName: facts.arabicName ?? facts.productName }
}

type Issue = { code?: string; path: readonly PropertyKey[]; message: string; input?: unknown; keys?: string[] }

function problemOf({ code, path, message, input, keys = [] }: Issue): string {
  const field = path.join('.') || 'the file'
  if (code === 'unrecognized_keys') return `${field} has unknown fields: ${keys.join(', ')}. Remove them`
  if (input === undefined) return `${field} is missing: see ${REFERENCE}`
  if (code === 'invalid_type') return `${field} is of the wrong type: see ${REFERENCE}`
  return `${field} ${message}, not ${JSON.stringify(input)}`
}

const REFERENCE = 'operator/operator.json of the repository'

function json(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new OperatorError(`${file} is not JSON: ${(error as Error).message}`, { cause: error })
  }
}
