/** A number that a page shows has the digits that its reader has chosen (web/layout/preferences/numerals.ts). */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatter } from '@lingui/format-po'
import {
  isJsxAttribute,
  isJsxElement,
  isJsxExpression,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast'
import type { Expression, Node } from 'typescript/unstable/ast'
import { API, TypeFlags } from 'typescript/unstable/sync'
import type { Type, UnionType } from 'typescript/unstable/sync'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** What the users read; the gallery is for developers. */
const PAGES = /^web\/(?!gallery\/|testing\/|.*\.test\.tsx?$)/
const EMPTY = TypeFlags.Undefined | TypeFlags.Null | TypeFlags.Boolean | TypeFlags.BooleanLiteral
const NUMBER = TypeFlags.Number | TypeFlags.NumberLiteral | TypeFlags.BigInt | TypeFlags.BigIntLiteral

const { besideTexts, inTexts } = findNumbers()

test('a number beside a text is formatted', () => expect(besideTexts).toEqual([]))

test('a number in an Arabic text is formatted', async () => {
  const catalogue = await formatter().parse(readFileSync(join(ROOT, 'web/locales/ar.po'), 'utf8'), {
    locale: 'ar',
    sourceLocale: 'en',
    filename: 'ar.po',
  })
  const wrong = Object.values(catalogue).flatMap(({ translation = '', origin = [], comments = [] }) =>
    [...translation.matchAll(/\{(\w+)\}/g)]
      .filter(([bare, name]) => {
        const prefix = `placeholder ${bare}: `
        const named = comments.filter((comment) => comment.startsWith(prefix))
        const expressions = named.length === 0 ? [name] : named.map((comment) => comment.slice(prefix.length))
        return origin.some(([file]) => expressions.some((each) => inTexts.has(`${file} ${each}`)))
      })
      .map(([bare]) => `${bare} in ${translation}`),
  )
  expect(inTexts.size).toBeGreaterThan(40)
  expect(wrong).toEqual([])
})

/** The expressions of a numeric type that JSX shows as they are, and those (`file expression`) that texts interpolate. */
function findNumbers(): { besideTexts: string[]; inTexts: Set<string> } {
  const api = new API({ cwd: ROOT })
  try {
    const project = api.updateSnapshot({ openProjects: [join(ROOT, 'tsconfig.json')] }).getProjects()[0]!
    const besideTexts: string[] = []
    const inTexts = new Set<string>()
    for (const path of project.program.getSourceFileNames()) {
      const file = relative(ROOT, path)
      if (!PAGES.test(file)) continue
      const source = project.program.getSourceFile(path)!
      for (const { expression, isInText } of shownIn(source)) {
        const type = project.checker.getTypeAtLocation(expression)
        if (!type || !isNumeric(type)) continue
        const line = source.text.slice(0, expression.getStart()).split('\n').length
        if (isInText) inTexts.add(`${file} ${expression.getText().replaceAll(/\s+/g, ' ')}`)
        else besideTexts.push(`${file}:${line} ${expression.getText()}`)
      }
    }
    return { besideTexts, inTexts }
  } finally {
    api.close()
  }
}

type Shown = { expression: Expression; isInText: boolean }

/** The children of elements, and what the tags `t` and `msg` interpolate. */
function shownIn(source: Node): Shown[] {
  const found: Shown[] = []
  const visit = (node: Node, isInText: boolean): void => {
    if (isJsxExpression(node) && node.expression && !isJsxAttribute(node.parent))
      found.push({ expression: node.expression, isInText })
    if (isTaggedTemplateExpression(node) && /^(t|msg)$/.test(node.tag.getText()) && isTemplateExpression(node.template))
      for (const { expression } of node.template.templateSpans) found.push({ expression, isInText: true })
    const isText = isJsxElement(node) && node.openingElement.tagName.getText() === 'Trans'
    node.forEachChild((child) => visit(child, isInText || isText))
  }
  visit(source, false)
  return found
}

function isNumeric(type: Type): boolean {
  if ((type.flags & TypeFlags.Union) === 0) return (type.flags & NUMBER) !== 0
  const parts = (type as UnionType).getTypes()
  return parts.some(isNumeric) && parts.every((part) => isNumeric(part) || (part.flags & EMPTY) !== 0)
}
