import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../../domain/errors.ts'
import { LANGUAGES, addressIn } from '../../../domain/languages.ts'
import { ogImagePaths } from '../../../domain/og-images.ts'
import type { Context } from '../../context.ts'
import { asViewer } from '../../db/scope.ts'
import { consumeRequest } from '../../http/limit-requests.ts'
import { networkOf } from '../../http/network.ts'
import { readMessageCatalogues } from '../../mail/message-catalogues.ts'
import { getOffer } from '../../offers/queries.ts'
import { getTrader } from '../../profiles/queries.ts'
import { createDrawer } from './draw-picture.ts'
import { offerPicture, sitePicture, traderPicture } from './pictures.ts'

const MINUTE_MS = 60_000
/** New pictures for one network in a minute. */
const DRAWINGS_PER_MINUTE = 60
const OFFER_FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/
const TRADER_FILE = /^(\w{3,20})\.png$/
const HEADERS = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=300',
  // Chats of other sites show it, and it is the same for every reader.
  'cross-origin-resource-policy': 'cross-origin',
}

type Sources = Pick<Context, 'config' | 'publicReads' | 'rates'>

const drawer = createDrawer()

/** The drawn pictures of offers, of traders and of the site, at an address for each language. */
export async function ogImageRoutes(app: FastifyInstance, { config, publicReads, rates }: Sources): Promise<void> {
  const catalogues = await readMessageCatalogues(new URL('./locales/', import.meta.url))
  const { operator } = config
  const limit = app.createRateLimit({
    max: DRAWINGS_PER_MINUTE,
    timeWindow: MINUTE_MS,
    keyGenerator: ({ ip }) => networkOf(ip),
  })

  for (const language of LANGUAGES) {
    const i18n = catalogues[language]
    const at = (path: string) => addressIn(language, path)
    mount(at(ogImagePaths.site), async () => sitePicture(operator, i18n))
    mount(at('/og/offer/:file'), async (file) =>
      offerPicture(operator, i18n, await getOffer(publicReads, rates, null, nameIn(file, OFFER_FILE))),
    )
    mount(at('/og/trader/:file'), async (file) =>
      traderPicture(operator, i18n, await getTrader(publicReads, nameIn(file, TRADER_FILE))),
    )
  }

  function mount(path: string, compose: (file: string) => Promise<string>): void {
    app.get<{ Params: { file?: string } }>(path, async (request, reply) => {
      const svg = await asViewer(null, () => compose(request.params.file ?? ''))
      const etag = `"${createHash('sha256').update(svg).digest('base64url')}"`
      const isKnown = request.headers['if-none-match'] === etag
      if (!isKnown && !drawer.has(svg) && config.requestsPerMinute > 0) await consumeRequest(limit, request, reply)
      const png = isKnown ? undefined : await drawer.draw(svg)
      return reply
        .code(isKnown ? 304 : 200)
        .headers({ ...HEADERS, etag })
        .send(png)
    })
  }
}

/** The id or name in "<name>.png"; refuses any other file with `not_found`. */
function nameIn(file: string, pattern: RegExp): string {
  const name = pattern.exec(file)?.[1]
  if (name === undefined) throw new DomainError('not_found')
  return name
}
