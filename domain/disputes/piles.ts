/** Open cases that may be one person's: their takers share something. What to do with them is the arbiter's decision. */

/** What the takers of two cases can share: they are one user, or use one network, browser or account that is paid on. */
export const PILE_LINKS = ['taker', 'network', 'browser', 'payment_account'] as const
export type PileLink = (typeof PILE_LINKS)[number]

/** What a case's taker has; equal keys of one link are the same. */
export type CaseLink = { tradeId: string; link: PileLink; key: bigint }

/** `takers` is the number of different ones; `links` says what connects them, in the order of PILE_LINKS. */
export type Pile = { tradeIds: readonly string[]; takers: number; links: readonly PileLink[] }

/** Open cases that are read for piles, by deadline. */
export const PILED_CASES = 5000
/** Piles that the desk names, the largest first. */
export const PILES_LISTED = 5
/** Cases of one pile that are listed, by deadline. */
export const PILE_CASES_LISTED = 100

/** The piles of two cases or more, the largest first; cases are connected through others too. Each case has a link `taker`. */
export function pilesOf(links: readonly CaseLink[]): Pile[] {
  const parents = new Map<string, string>()
  const rootOf = (tradeId: string): string => {
    let root = tradeId
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent
    for (let each = tradeId; each !== root;) {
      const next = parents.get(each)!
      parents.set(each, root)
      each = next
    }
    return root
  }
  const casesOf = Map.groupBy(links, ({ link, key }) => `${link} ${key}`)
  for (const [first, ...others] of casesOf.values()) {
    for (const { tradeId } of others) {
      const [one, other] = [rootOf(first!.tradeId), rootOf(tradeId)]
      if (one !== other) parents.set(other, one)
    }
  }
  return [...Map.groupBy(links, ({ tradeId }) => rootOf(tradeId)).values()]
    .map(toPile)
    .filter(({ tradeIds }) => tradeIds.length > 1)
    .toSorted((a, b) => b.tradeIds.length - a.tradeIds.length)

  function toPile(own: readonly CaseLink[]): Pile {
    const connecting = own.filter(({ link, key }) => casesOf.get(`${link} ${key}`)!.length > 1)
    return {
      tradeIds: [...new Set(own.map(({ tradeId }) => tradeId))],
      takers: new Set(own.flatMap(({ link, key }) => (link === 'taker' ? [key] : []))).size,
      links: PILE_LINKS.filter((link) => connecting.some((each) => each.link === link)),
    }
  }
}

/** What the takers of two cases share themselves, in the order of PILE_LINKS; empty where only other cases connect them. */
export function directLinks(links: readonly CaseLink[], one: string, other: string): PileLink[] {
  const own = new Set(links.flatMap(({ tradeId, link, key }) => (tradeId === one ? [`${link} ${key}`] : [])))
  return PILE_LINKS.filter((kind) =>
    links.some(({ tradeId, link, key }) => tradeId === other && link === kind && own.has(`${link} ${key}`)),
  )
}
