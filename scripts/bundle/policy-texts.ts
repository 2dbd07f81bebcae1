/** The operator's policies as texts of the pages' catalogues, so that a reader loads those of one language. */
import { inAsset } from '../../domain/asset.ts'
import type { Language } from '../../domain/languages.ts'
import { POLICIES, blockTextId, blocksId } from '../../domain/operator/policies.ts'
import type { Operator } from '../../server/operator/operator.ts'

/** `isPlain`: no message for the compiler, but the text itself. */
export type Message = { text: string; translation: string; files: readonly string[]; isPlain?: boolean }

const SHOWN_IN = ['web/info/policies/PolicyDocument.tsx']

/** The list of blocks of each policy, and the text of each block. */
export function policyTexts({ policies }: Operator, language: Language): Message[] {
  return POLICIES.flatMap((policy) => {
    const blocks = policies[policy][language]
    const kinds = JSON.stringify(blocks.map(({ kind, tags }) => ({ kind, tags })))
    return [
      { text: blocksId(policy), translation: kinds, files: SHOWN_IN, isPlain: true },
      ...blocks.map(({ text }, index) => ({
        text: blockTextId(policy, index),
        translation: inAsset(text),
        files: SHOWN_IN,
      })),
    ]
  })
}
