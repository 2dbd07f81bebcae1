/** What the server needs for a list page, against the API call that reads the same offers, in the same rounds. */
import { Agent, request } from 'node:http'
import { compare } from '../compare.ts'
import type { Comparison } from '../compare.ts'

/** The size of a page of the market in the web client is the API's own default. */
const PAGE = '/offers?currency=EUR'
/** The side that the page opens on. */
const API = '/api/offers?type=sell&currency=EUR'
/** What a browser accepts: the compression of a rendered page is part of its cost. */
const HEADERS = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html', 'sec-fetch-site': 'same-origin' }

type ServerCost = {
  /** Each address once. */
  uncached: Comparison
  /** One address again and again. */
  cached: Comparison
  /** Whether the page's HTML contains the first offer. */
  hasRows: boolean
}

/** `pieces` requests of each kind in a round. */
export async function measureServerCost(url: string, rounds: number, pieces: number): Promise<ServerCost> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const get = (path: string) =>
    new Promise<number>((done, fail) => {
      const { hostname, port } = new URL(url)
      request({ agent, hostname, port, path, headers: HEADERS }, (response) => {
        let size = 0
        response.on('data', (part: Buffer) => (size += part.length))
        response.on('error', fail)
        response.on('end', () => {
          if (response.statusCode === 200) done(size)
          else fail(new Error(`${path}: ${response.statusCode}`))
        })
      })
        .on('error', fail)
        .end()
    })
  // Each request has an amount of its own, within the limits of the same offers.
  const amounts = { page: 0, api: 0 }
  const narrowed = (path: string, kind: keyof typeof amounts) =>
    `${path}&amount=${(300 + amounts[kind]++ / 100).toFixed(2)}`
  try {
    return {
      uncached: await compare(
        (pieces) => times(pieces, () => get(narrowed(PAGE, 'page'))),
        (pieces) => times(pieces, () => get(narrowed(API, 'api'))),
        rounds,
        pieces,
      ),
      cached: await compare(
        (pieces) => times(pieces, () => get(PAGE)),
        (pieces) => times(pieces, () => get(API)),
        rounds,
        pieces,
      ),
      hasRows: await hasRows(url),
    }
  } finally {
    agent.destroy()
  }
}

async function hasRows(url: string): Promise<boolean> {
  const answer = await fetch(`${url}${API}`, { headers: HEADERS })
  const { offers } = (await answer.json()) as { offers: { id: string }[] }
  const html = await (await fetch(`${url}${PAGE}`)).text()
  return offers[0] !== undefined && html.includes(offers[0].id)
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < count; i++) await work()
}
