import { expect, test } from 'vitest'
import { inOrder } from './import-tasks.ts'

const LIST =
  'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/page.js","assets/rules.js","assets/frame.js"])))=>i.map(i=>d[i]);'

test('the files of a module come after those that they import', () => {
  const imports = new Map([
    ['assets/page.js', ['assets/rules.js', 'assets/frame.js']],
    ['assets/rules.js', ['assets/frame.js']],
  ])
  expect(inOrder(`${LIST}a(()=>import("./page.js"),__vite__mapDeps([0,1,2]))`, imports)).toBe(
    `${LIST}a(()=>import("./page.js"),__vite__mapDeps([2,1,0]))`,
  )
})

test('code without later imports stays as it is', () => {
  expect(inOrder('a([1,0])', new Map())).toBe('a([1,0])')
})
