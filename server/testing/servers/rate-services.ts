/** The services that reference rates come from, as one HTTPS server under all of their names. */
import { createServer } from 'node:https'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSecureContext } from 'node:tls'
import { createPublicReader } from '../../http/public-request.ts'
import type { PublicReader } from '../../http/public-request.ts'
import { makeCertificate } from './certificate.ts'

/** The host of an operator's own address. */
export const OWN_HOST = 'rates.example'
const HOSTS = [
  'api.kraken.com',
  'api.exchange.coinbase.com',
  'www.ecb.europa.eu',
  'open.er-api.com',
  'cdn.jsdelivr.net',
  OWN_HOST,
] as const
export type RateHost = (typeof HOSTS)[number]

/** Answers a path itself, or with a text. */
export type RateAnswer = (path: string, response: ServerResponse) => string | void

export type RateServices = {
  reader: PublicReader
  /** The same with another time limit. */
  readerWithin(timeoutMs: number): PublicReader
  answers: Record<RateHost, RateAnswer>
  /** The hosts that were asked, in order. */
  asked: string[]
  close(): Promise<void>
}

export async function startRateServices(): Promise<RateServices> {
  const keys = new Map(HOSTS.map((host) => [host as string, makeCertificate(host)]))
  const server = createServer(
    {
      SNICallback(name, done) {
        const { privateKey, certificate } = keys.get(name)!
        done(null, createSecureContext({ key: privateKey, cert: certificate }))
      },
    },
    (request, response) => {
      const host = request.headers.host!.split(':')[0]! as RateHost
      services.asked.push(host)
      const text = services.answers[host](request.url!, response)
      if (text !== undefined) response.end(text)
    },
  )
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const ca = [...keys.values()].map(({ certificate }) => certificate).join('')
  const readerWithin = (timeoutMs: number) =>
    createPublicReader({
      resolve: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      isPublic: () => true,
      port,
      ca,
      timeoutMs,
    })
  const services: RateServices = {
    reader: readerWithin(20_000),
    readerWithin,
    answers: honest({ EUR: 0.86, USD: 1, TND: 2.95 }),
    asked: [],
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  return services
}

/** What the services answer where these are the rates: fiat for 1 USDT. */
export function honest(rates: { EUR: number; USD: number; TND: number }): Record<RateHost, RateAnswer> {
  const currencyOf = (path: string) => (path.includes('EUR') ? 'EUR' : 'USD')
  const bid = (path: string) => (rates[currencyOf(path)] * 0.9998).toFixed(6)
  const ask = (path: string) => (rates[currencyOf(path)] * 1.0002).toFixed(6)
  const today = new Date().toISOString().slice(0, 10)
  return {
    'api.kraken.com': (path) =>
      JSON.stringify({
        error: [],
        result: {
          [`USDTZ${currencyOf(path)}`]: { a: [ask(path), '1', '1.0'], b: [bid(path), '1', '1.0'], c: ['9', '1'] },
        },
      }),
    'api.exchange.coinbase.com': (path) =>
      JSON.stringify({ ask: ask(path), bid: bid(path), price: '9', time: '2020-01-01T00:00:00Z', trade_id: 1 }),
    'www.ecb.europa.eu': () =>
      `<?xml version="1.0"?><Envelope><Cube><Cube time='${yesterday()}'><Cube currency='USD' rate='${(1 / rates.EUR).toFixed(4)}'/><Cube currency='JPY' rate='180.1'/></Cube></Cube></Envelope>`,
    'open.er-api.com': () =>
      JSON.stringify({
        result: 'success',
        time_last_update_unix: Math.floor(Date.now() / 1000) - 3600,
        base_code: 'USD',
        rates: { USD: 1, EUR: rates.EUR, TND: rates.TND },
      }),
    'cdn.jsdelivr.net': () => JSON.stringify({ date: today, usd: { eur: rates.EUR, tnd: rates.TND } }),
    [OWN_HOST]: () => JSON.stringify({ data: { street: String(rates.TND) } }),
  }
}

function yesterday(): string {
  return new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
}
