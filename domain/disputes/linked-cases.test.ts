import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CASE_LINKS, directLinks, groupsOf } from './linked-cases.ts'
import type { CaseLink, CaseLinkKind } from './linked-cases.ts'

const link = (tradeId: string, kind: CaseLinkKind, key: number): CaseLink => ({ tradeId, link: kind, key: BigInt(key) })
const sizes = (links: CaseLink[]) => groupsOf(links).map(({ tradeIds }) => tradeIds.length)

test('cases of one taker, or of takers who share a network, a browser or an account, are one group', () => {
  for (const kind of CASE_LINKS.filter((each) => each !== 'taker')) {
    const shared = [link('a', 'taker', 1), link('b', 'taker', 2), link('a', kind, 7), link('b', kind, 7)]
    expect(groupsOf(shared)).toEqual([{ tradeIds: ['a', 'b'], takers: 2, links: [kind] }])
  }
  expect(groupsOf([link('a', 'taker', 1), link('b', 'taker', 1)])).toEqual([
    { tradeIds: ['a', 'b'], takers: 1, links: ['taker'] },
  ])
})

test('a case alone is no group, and an equal key of another link connects nothing', () => {
  expect(groupsOf([])).toEqual([])
  expect(
    sizes([link('a', 'taker', 1), link('b', 'taker', 2), link('a', 'network', 5), link('b', 'browser', 5)]),
  ).toEqual([])
})

test('a chain is one group, and the largest group is the first', () => {
  const takers = ['a', 'b', 'c', 'd', 'e'].map((tradeId, n) => link(tradeId, 'taker', n))
  const shared = [link('d', 'network', 1), link('e', 'network', 1)]
  const chain = [link('a', 'network', 2), link('b', 'network', 2), link('b', 'browser', 3), link('c', 'browser', 3)]
  expect(groupsOf([...takers, ...shared, ...chain])).toEqual([
    { tradeIds: ['a', 'b', 'c'], takers: 3, links: ['network', 'browser'] },
    { tradeIds: ['d', 'e'], takers: 2, links: ['network'] },
  ])
})

test('two groups that a later key joins are one group, with all their cases', () => {
  const pair = (kind: CaseLinkKind, key: number, one: string, other: string) => [
    link(one, kind, key),
    link(other, kind, key),
  ]
  const takers = ['a', 'b', 'c', 'd'].map((tradeId, n) => link(tradeId, 'taker', n))
  const joined = [...pair('network', 1, 'a', 'b'), ...pair('network', 2, 'c', 'd'), ...pair('browser', 3, 'b', 'd')]
  expect(sizes([...takers, ...joined])).toEqual([4])
})

test('a case says what connects it itself, and nothing where only others do', () => {
  const takers = ['a', 'b', 'c'].map((tradeId, n) => link(tradeId, 'taker', n))
  const chain = [link('a', 'network', 2), link('b', 'network', 2), link('b', 'browser', 3), link('c', 'browser', 3)]
  const links = [...takers, ...chain]
  expect([directLinks(links, 'a', 'b'), directLinks(links, 'c', 'b'), directLinks(links, 'a', 'c')]).toEqual([
    ['network'],
    ['browser'],
    [],
  ])
})

test('in any market two cases are in one group if, and only if, shared keys lead from one to the other', () => {
  const cases = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const anyLinks = fc.array(
    fc.record({
      tradeId: fc.constantFrom(...cases),
      link: fc.constantFrom(...CASE_LINKS.filter((each) => each !== 'taker')),
      key: fc.bigInt({ min: 0n, max: 4n }),
    }),
  )
  fc.assert(
    fc.property(anyLinks, (found) => {
      const links = [...cases.map((tradeId, n) => link(tradeId, 'taker', n)), ...found]
      const groups = groupsOf(links)
      const reached = (start: string): Set<string> => {
        const seen = new Set([start])
        for (const each of seen) {
          for (const own of links.filter(({ tradeId }) => tradeId === each)) {
            for (const other of links) if (other.link === own.link && other.key === own.key) seen.add(other.tradeId)
          }
        }
        return seen
      }
      for (const each of cases) {
        const group = groups.find(({ tradeIds }) => tradeIds.includes(each))
        expect(new Set(group?.tradeIds ?? [each])).toEqual(reached(each))
      }
    }),
  )
})
