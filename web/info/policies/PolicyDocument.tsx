import { Trans, useLingui } from '@lingui/react'
import type { ReactElement, ReactNode } from 'react'
import { POLICY_FIGURES } from '../../../domain/operator/policy-figures.ts'
import { blocksId, blockTextId } from '../../../domain/operator/policies.ts'
import type { PolicyBlock, PolicyKind, PolicyName, PolicyTag } from '../../../domain/operator/policies.ts'
import { POLICIES_UPDATED } from 'virtual:operator'
import { Link } from '../../layout/Link.tsx'
import { PageHead, Section, Sections, Text } from '../../layout/Article.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { FeeRule } from '../../trades/Fee.tsx'
import { CheckList } from '../guide/CheckList.tsx'
import { RefundRule } from './RefundRule.tsx'
import { Retention } from './Retention.tsx'
import { UpdatedOn } from './UpdatedOn.tsx'

type Block = { kind: PolicyKind; text: ReactElement }

/** A page with the operator's terms or privacy policy, as its Markdown of the page's language says. */
export function PolicyDocument({ policy, description }: { policy: PolicyName; description: string }) {
  const { i18n } = useLingui()
  const listed = JSON.parse(i18n._(blocksId(policy))) as PolicyBlock[]
  const [title, lead, ...blocks] = listed.map(({ kind, tags }, index) => ({
    kind,
    text: <Trans id={blockTextId(policy, index)} values={POLICY_FIGURES} components={elementsOf(tags ?? [])} />,
  }))
  return (
    <>
      <PageTitle title={i18n._(blockTextId(policy, 0), POLICY_FIGURES)} description={description} />
      <PageHead title={title?.text} lead={lead?.text}>
        <UpdatedOn date={POLICIES_UPDATED} />
      </PageHead>
      <Sections>
        {divided(blocks, ({ kind }) => kind === 'section').map(([heading, ...parts], at) => (
          <Section key={at} title={heading?.text}>
            {divided(parts, ({ kind }, before) => kind !== before.kind || !isItem(kind)).map(partOf)}
          </Section>
        ))}
      </Sections>
    </>
  )
}

function isItem(kind: PolicyKind): boolean {
  return kind === 'item' || kind === 'never'
}

/** The blocks in groups; each block at which `begins` holds is the first of one. */
function divided(blocks: readonly Block[], begins: (block: Block, before: Block) => boolean): Block[][] {
  const groups: Block[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last && before && !begins(block, before)) last.push(block)
    else groups.push([block])
  }
  return groups
}

/** A paragraph, a heading, the table or a whole list. */
function partOf(group: Block[], key: number): ReactNode {
  const [first] = group
  if (first === undefined) return null
  if (first.kind === 'retention') return <Retention key={key} />
  if (first.kind === 'never') return <CheckList key={key} isNever items={group.map(({ text }) => text)} />
  if (first.kind === 'item') {
    return (
      <ul key={key} className="grid max-w-[42em] list-disc gap-2 ps-5">
        {group.map(({ text }, at) => (
          <li key={at}>{text}</li>
        ))}
      </ul>
    )
  }
  if (first.kind === 'subsection') {
    return (
      <h3 key={key} className="mt-2 font-semibold">
        {first.text}
      </h3>
    )
  }
  return <Text key={key}>{first.text}</Text>
}

/** By the number of each tag, its element. */
function elementsOf(tags: readonly PolicyTag[]): Record<string, ReactElement> {
  return Object.fromEntries(tags.map((tag, index) => [index, elementOf(tag)]))
}

const LINK = 'underline underline-offset-4'

function elementOf(tag: PolicyTag): ReactElement {
  if (tag === 'feeRule') return <FeeRule />
  if (tag === 'refundRule') return <RefundRule />
  if (tag === 'strong') return <strong />
  if (tag === 'emphasis') return <em />
  if (tag.link.startsWith('/')) return <Link to={tag.link} className={LINK} />
  return <OutsideLink to={tag.link} />
}

/** A link to another site, or to a mailbox. */
function OutsideLink({ to, children }: { to: string; children?: ReactNode }) {
  return (
    <a href={to} rel="noopener noreferrer" className={`${LINK} wrap-anywhere`}>
      {children}
    </a>
  )
}
