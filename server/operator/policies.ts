/** A policy in Markdown, read into the blocks of its page and their texts. */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { lexer } from 'marked'
import type { Token, Tokens } from 'marked'
import type { Language } from '../../domain/languages.ts'
import { POLICY_FIGURES } from '../../domain/operator/policy-figures.ts'
import { POLICY_RULES } from '../../domain/operator/policies.ts'
import type { PolicyBlock, PolicyKind, PolicyTag } from '../../domain/operator/policies.ts'
import { OperatorError } from '../setting-values.ts'
import type { Facts } from './facts.ts'

/** The blocks of the page in their order, each with its text as a message of a catalogue (ICU MessageFormat). */
export type Policy = readonly (PolicyBlock & { text: string })[]

type Source = { file: string; language: Language; facts: Facts }

/**
 * A title, a paragraph below it, and sections. Paragraphs, lists, links, bold and italics are taken, and no HTML. In braces stand
 * facts of the operator, figures and rules of the product. Throws an `OperatorError` that names the file and the passage.
 */
export function readPolicy(text: string, { file, language, facts }: Source): Policy {
  const refuse = (token: { raw: string }, why: string) =>
    new OperatorError(`${file}: ${why}, near ${JSON.stringify(token.raw.trim().slice(0, 60))}`)
  const blocks = lexer(text.replace(/^\uFEFF/, '')).flatMap(blocksOf)
  const begins = blocks.slice(0, 3).map(({ kind }) => kind)
  if (begins.join() !== 'title,text,section')
    throw new OperatorError(`${file} must begin with "# a title", one paragraph, and "## a section"`)
  return blocks.map((block, index) => (index === 1 ? { ...block, kind: 'lead' } : block))

  function blocksOf(token: Token): (PolicyBlock & { text: string })[] {
    if (token.type === 'space') return []
    if (token.type === 'heading') return [blockOf(headingKind(token as Tokens.Heading), token as Tokens.Heading)]
    if (token.type === 'paragraph') {
      const isTable = token.raw.trim() === '{retention}'
      return [isTable ? { kind: 'retention', text: '' } : blockOf('text', token as Tokens.Paragraph)]
    }
    if (token.type === 'list') {
      const { ordered, items } = token as Tokens.List
      if (ordered) throw refuse(token, 'numbered lists are not taken: begin each item with "- "')
      return items.map(itemOf)
    }
    throw refuse(token, `${token.type === 'html' ? 'HTML is' : `a ${token.type} is`} not taken`)
  }

  function headingKind(heading: Tokens.Heading): PolicyKind {
    const kind = (['title', 'section', 'subsection'] as const)[heading.depth - 1]
    if (kind === undefined) throw refuse(heading, 'headings are #, ## or ###')
    return kind
  }

  function itemOf(item: Tokens.ListItem): PolicyBlock & { text: string } {
    if (item.checked === true) throw refuse(item, 'only "- [ ]" is taken, for what is never done')
    const texts = item.tokens.filter(({ type }) => type !== 'checkbox' && type !== 'space')
    const [only, ...others] = texts
    if (only?.type !== 'text' || others.length > 0) throw refuse(item, 'an item of a list is one paragraph')
    return blockOf(item.task ? 'never' : 'item', only as Tokens.Text)
  }

  function blockOf(kind: PolicyKind, token: { raw: string; tokens?: Token[] }): PolicyBlock & { text: string } {
    const tags: PolicyTag[] = []
    const written = filled(inline(token.tokens ?? [], tags), token, tags)
    assertMessage(written, token)
    return { kind, text: written, ...(tags.length > 0 && { tags }) }
  }

  /** Text with a numbered tag for each link and emphasis. */
  function inline(tokens: readonly Token[], tags: PolicyTag[]): string {
    return tokens
      .filter(({ type }) => type !== 'checkbox')
      .map((token) => {
        if (token.type === 'text' || token.type === 'escape') {
          const { text: plain } = token as Tokens.Text
          if (/[<>]/.test(plain)) throw refuse(token, 'HTML is not taken')
          return plain.replaceAll(/\s*\n\s*/g, ' ')
        }
        const tag = tagOf(token)
        const index = tags.push(tag) - 1
        return `<${index}>${inline((token as Tokens.Strong).tokens, tags)}</${index}>`
      })
      .join('')
  }

  function tagOf(token: Token): PolicyTag {
    if (token.type === 'strong') return 'strong'
    if (token.type === 'em') return 'emphasis'
    if (token.type !== 'link') throw refuse(token, `${token.type === 'html' ? 'HTML' : token.type} is not taken`)
    const { href, title } = token as Tokens.Link
    const isOurs = /^\/(?![/\\])[\w/?=&#.-]*$/.test(href)
    const isOther = /^(https:\/\/[^\s/@\\]+(\/|$)|mailto:[^\s?]+@[^\s?]+$)/.test(href) && URL.canParse(href)
    if (title || !(isOurs || isOther))
      throw refuse(token, 'a link leads to a page as /contact, to https:// or to mailto:, and has no title')
    return { link: href }
  }

  /** With the operator's facts, and a tag for each rule. */
  function filled(message: string, token: { raw: string }, tags: PolicyTag[]): string {
    return message.replaceAll(/\{(\w+)\}/g, (braces, name: string) => {
      const rule = POLICY_RULES.find((each) => each === name)
      if (rule) return `<${tags.push(rule) - 1}/>`
      if (Object.hasOwn(POLICY_FIGURES, name)) return braces
      const fact = factOf(name)
      if (fact === undefined) throw refuse(token, `{${name}} is unknown: ${KNOWN} are known`)
      if (fact === null) throw refuse(token, `{${name}} is named, and operator.json has null for it`)
      return fact.replaceAll("'", "''")
    })
  }

  function factOf(name: string): string | null | undefined {
    if (name === 'product') return language === 'ar' ? facts.arabicName : facts.productName
    return name === 'company' || name === 'supportEmail' || name === 'dataProtectionEmail' ? facts[name] : undefined
  }

  function assertMessage(message: string, token: { raw: string }): void {
    let compiled: unknown
    try {
      compiled = compileMessageOrThrow(message)
    } catch (error) {
      throw refuse(token, `the braces cannot be read (${(error as Error).message.split('\n')[0]})`)
    }
    const unknown = namesIn(compiled).find((name) => !Object.hasOwn(POLICY_FIGURES, name))
    if (unknown !== undefined) throw refuse(token, `{${unknown}} is unknown: ${KNOWN} are known`)
  }
}

const KNOWN = [
  'product',
  'company',
  'supportEmail',
  'dataProtectionEmail',
  'retention',
  ...POLICY_RULES,
  ...Object.keys(POLICY_FIGURES),
].join(', ')

/** Of the values in a compiled message: ["for ", ["days", "plural", { one: ["# day"], other: [["n"], " days"] }]]. */
function namesIn(compiled: unknown): string[] {
  if (!Array.isArray(compiled)) return []
  return compiled.flatMap((part: unknown) => {
    if (!Array.isArray(part)) return []
    const [name, , forms] = part as [unknown, unknown, unknown]
    const inner = typeof forms === 'object' && forms !== null ? Object.values(forms).flatMap(namesIn) : []
    return name === '#' ? inner : [String(name), ...inner]
  })
}
