/** Open cases that may be one person's: their takers share something. What to do with them is the arbiter's decision. */

/** What the takers of two cases can share: they are one user, or use one network, one browser, or one account to be paid on. */
export const CASE_LINKS = ['taker', 'network', 'browser', 'payment_account'] as const
export type CaseLinkKind = (typeof CASE_LINKS)[number]

/** What a case's taker has; equal keys of one link are the same. */
export type CaseLink = { tradeId: string; link: CaseLinkKind; key: bigint }

/** `takers` is the number of different ones; `links` says what connects them, in the order of CASE_LINKS. */
export type CaseGroup = { tradeIds: readonly string[]; takers: number; links: readonly CaseLinkKind[] }

/** Open cases that are read for groups, by deadline: the desk reads them each time it asks for news. */
export const LINKED_CASES_READ = 1000
/** Groups that the desk names, the largest first. */
export const CASE_GROUPS_LISTED = 5
/** How many free cases of a group an arbiter takes in one press: each has to be decided in its time. */
export const TAKEN_TOGETHER = 10
/** Cases of one group that are listed, by deadline. */
export const LINKED_CASES_LISTED = 100

/** The groups of two cases or more, the largest first; cases are connected through others too. Each case has a link `taker`. */
export function groupsOf(links: readonly CaseLink[]): CaseGroup[] {
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
    .map(toGroup)
    .filter(({ tradeIds }) => tradeIds.length > 1)
    .toSorted((a, b) => b.tradeIds.length - a.tradeIds.length)

  function toGroup(own: readonly CaseLink[]): CaseGroup {
    const connecting = own.filter(({ link, key }) => casesOf.get(`${link} ${key}`)!.length > 1)
    return {
      tradeIds: [...new Set(own.map(({ tradeId }) => tradeId))],
      takers: new Set(own.flatMap(({ link, key }) => (link === 'taker' ? [key] : []))).size,
      links: CASE_LINKS.filter((link) => connecting.some((each) => each.link === link)),
    }
  }
}

/** What the takers of two cases share themselves, in the order of CASE_LINKS; empty where only other cases connect them. */
export function directLinks(links: readonly CaseLink[], one: string, other: string): CaseLinkKind[] {
  const own = new Set(links.flatMap(({ tradeId, link, key }) => (tradeId === one ? [`${link} ${key}`] : [])))
  return CASE_LINKS.filter((kind) =>
    links.some(({ tradeId, link, key }) => tradeId === other && link === kind && own.has(`${link} ${key}`)),
  )
}
