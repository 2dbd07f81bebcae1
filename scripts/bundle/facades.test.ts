import { expect, test } from 'vitest'
import { facadeOf } from './facades.ts'

test.each([
  ['export{t as ToastRegion}from"./abc-1.js";\n', { file: 'abc-1.js', names: { ToastRegion: 't' } }],
  [
    'export{V as ErrorBoundary,$ as default,x}from"./a.js";',
    { file: 'a.js', names: { ErrorBoundary: 'V', default: '$', x: 'x' } },
  ],
  ['import"./a.js";', { file: 'a.js', names: {} }],
  ['import"./a.js";import"./b.js";', null],
  ['import{a}from"./a.js";a();export{a};', null],
])('%j', (code, facade) => expect(facadeOf(code)).toEqual(facade))
