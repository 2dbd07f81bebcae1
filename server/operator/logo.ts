/** The operator's mark: an SVG of plain shapes, read into a tree, so that pages and pictures hold nothing that was not checked. */
import { DOMParser } from '@xmldom/xmldom'
import type { OperatorColours } from '../../domain/operator/colours.ts'
import { OperatorError } from '../setting-values.ts'

export type Shape = { name: string; attributes: readonly (readonly [name: string, value: string])[]; shapes: Shape[] }

/** `side`: of the square `viewBox`, which begins at 0 0. */
export type Logo = { side: number; shapes: Shape[] }

/** It stands in every page. */
const BYTES_MAX = 8000
const SHAPES_MAX = 100
const DEPTH_MAX = 8
const SHAPES = ['g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']
const ATTRIBUTES =
  `d points x y width height rx ry cx cy r x1 y1 x2 y2 transform fill fill-rule fill-opacity stroke stroke-width stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity opacity`.split(/\s+/)
/** Numbers, words, colours and the functions of `transform`. */
const VALUE = /^[\w\s.,#()%+-]*$/
/** Colours of the surroundings, by which the mark changes with the theme. */
const THEMED = /^var\(--(on-)?accent\)$/

/** Throws an `OperatorError` that names the file and what in it is not taken. */
export function readLogo(text: string, file: string): Logo {
  const refuse = (why: string) => new OperatorError(`${file}: ${why}`)
  if (Buffer.byteLength(text) > BYTES_MAX)
    throw refuse(`the logo has ${Buffer.byteLength(text)} bytes, and may have ${BYTES_MAX}: simplify its paths`)
  if (/<!(?!--)|<\?(?!xml\s)/.test(text)) throw refuse('remove the document type, CDATA and processing instructions')
  const root = parse(text, refuse)
  const side = /^0 0 (\d{1,4}(?:\.\d+)?) \1$/.exec(root.getAttribute('viewBox') ?? '')?.[1]
  if (root.nodeName !== 'svg' || side === undefined || Number(side) === 0)
    throw refuse('the logo must be an <svg> with a square viewBox as "0 0 26 26"')
  const surplus = Array.from(root.attributes).find(
    ({ name }) => !['xmlns', 'viewBox', 'width', 'height'].includes(name),
  )
  if (surplus) throw refuse(`remove the attribute ${surplus.name} of <svg>`)
  let count = 0
  const shapes = shapesOf(root, 1)
  if (count === 0) throw refuse('the logo has no shapes')
  return { side: Number(side), shapes }

  function shapesOf(parent: Element, depth: number): Shape[] {
    return Array.from(parent.childNodes).flatMap((node) => {
      if (node.nodeType === COMMENT || (node.nodeType === TEXT && /^\s*$/.test(node.nodeValue ?? ''))) return []
      if (node.nodeType !== ELEMENT) throw refuse('remove the text: draw it as paths')
      const element = node as Element
      if (!SHAPES.includes(element.nodeName))
        throw refuse(`<${element.nodeName}> is not taken: only ${SHAPES.join(', ')} are`)
      if (++count > SHAPES_MAX || depth > DEPTH_MAX)
        throw refuse(`at most ${SHAPES_MAX} shapes in ${DEPTH_MAX} levels are taken`)
      const attributes = Array.from(element.attributes).map(({ name, value }) => {
        if (!ATTRIBUTES.includes(name)) throw refuse(`remove the attribute ${name} of <${element.nodeName}>`)
        if (!THEMED.test(value) && (!VALUE.test(value) || /url|var/i.test(value)))
          throw refuse(`the attribute ${name} of <${element.nodeName}> may hold numbers, words and colours only`)
        return [name, value] as const
      })
      return [{ name: element.nodeName, attributes, shapes: shapesOf(element, depth + 1) }]
    })
  }
}

/** As the DOM numbers them. */
const [ELEMENT, TEXT, COMMENT] = [1, 3, 8]

function parse(text: string, refuse: (why: string) => Error): Element {
  try {
    const fail = (message: string) => {
      throw new Error(message)
    }
    const errorHandler = { warning: fail, error: fail, fatalError: fail }
    const { documentElement } = new DOMParser({ errorHandler }).parseFromString(text, 'image/svg+xml')
    if (documentElement) return documentElement as unknown as Element
  } catch {
    // The parser's own messages name its internals.
  }
  throw refuse('this is not XML: export the logo as a plain SVG')
}

/** The shapes as SVG, in the colours that do not depend on a theme. */
export function shapesInColours({ shapes }: Logo, colours: OperatorColours, theme: 'light' | 'dark' = 'light'): string {
  return shapes.map(write).join('')

  function write({ name, attributes, shapes: inner }: Shape): string {
    const written = attributes.map(([key, value]) => ` ${key}="${coloured(value)}"`).join('')
    return inner.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${inner.map(write).join('')}</${name}>`
  }

  function coloured(value: string): string {
    if (!THEMED.test(value)) return value
    return value === 'var(--accent)' ? colours[theme].accent : colours.onAccent
  }
}
