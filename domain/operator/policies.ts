/** The operator's own terms and privacy policy: what the server reads from their Markdown, and the pages show. */

export const POLICIES = ['terms', 'privacy'] as const
export type PolicyName = (typeof POLICIES)[number]

/** Rules whose sentence the product has, and a policy may name in braces. */
export const POLICY_RULES = ['feeRule', 'refundRule'] as const
type PolicyRule = (typeof POLICY_RULES)[number]

/** A tag of a block's text: `<0>…</0>` is the first of them. */
export type PolicyTag = { link: string } | 'strong' | 'emphasis' | PolicyRule

/** `retention`: the table of how long records are kept, which has no text of its own. `never`: an item with a cross. */
export type PolicyKind = 'title' | 'lead' | 'section' | 'subsection' | 'text' | 'item' | 'never' | 'retention'

export type PolicyBlock = { kind: PolicyKind; tags?: readonly PolicyTag[] }

/** The id of the text that lists a policy's blocks, as JSON. */
export function blocksId(policy: PolicyName): string {
  return `${policy} blocks`
}

export function isBlocksId(id: string): boolean {
  return POLICIES.some((policy) => id === blocksId(policy))
}

/** The id of the text of a block. */
export function blockTextId(policy: PolicyName, index: number): string {
  return `${policy} block ${index}`
}
