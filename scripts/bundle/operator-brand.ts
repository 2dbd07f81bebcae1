/** The operator's name, mark, colours, currencies and asset on sale in the client. */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { ASSET, assertAsset, inAsset } from '../../domain/asset.ts'
import { assertCurrencies, FIAT_CURRENCIES } from '../../domain/offers/currencies.ts'
import { inColours } from '../../domain/operator/colours.ts'
import type { Shape } from '../../server/operator/logo.ts'
import type { Operator } from '../../server/operator/operator.ts'
import { operatorFiles } from './operator-files.ts'

const MODULE = 'virtual:operator'
const STYLE_SHEET = /\/web\/theme\.css(?=\?|$)/

/**
 * The module `virtual:operator`, the colours of theme.css, and in development the files that the build writes. In the modules of the
 * client the asset's code stands instead of the word USDT; `splitTexts` does the same for the catalogues.
 */
export function operatorBrand(operator: Operator, asset = ASSET): Plugin {
  assertAsset(asset)
  if (process.env.CURRENCIES) assertCurrencies(process.env.CURRENCIES)
  const values = {
    'process.env.PRODUCT_NAME': operator.productName,
    'process.env.ASSET': asset,
    'process.env.CURRENCIES': FIAT_CURRENCIES.join(' '),
  }
  return {
    name: 'operator-brand',
    // Before Tailwind reads the style sheet.
    enforce: 'pre',
    config: () => ({
      define: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)])),
    }),
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id === `\0${MODULE}`) return { code: moduleOf(operator), map: null, moduleType: 'js' }
      if (!STYLE_SHEET.test(id)) return null
      return { code: inColours(await readFile(id.replace(/\?.*/, ''), 'utf8'), operator.colours), map: null }
    },
    transform: {
      // After the other plugins, since the ids of texts are hashes of the source.
      order: 'post',
      filter: { id: /\/(web|domain)\/[^?]*\.tsx?\b/, code: /\bUSDT\b/ },
      handler: (source) => (asset === 'USDT' ? null : { code: inAsset(source, asset), map: null }),
    },
    configureServer(server) {
      server.middlewares.use((request, reply, next) => {
        const name = (request.url ?? '').slice(1)
        const make = operatorFiles(operator).get(name)
        if (!make) return next()
        reply.setHeader('content-type', name.endsWith('.svg') ? 'image/svg+xml' : 'image/png')
        make().then((bytes) => reply.end(bytes), next)
      })
    },
  }
}

function moduleOf(operator: Operator): string {
  const { productName, company, supportEmail, dataProtectionEmail, policiesUpdated, nameMeaning, colours } = operator
  const constants = {
    PRODUCT: productName,
    COMPANY: company,
    SUPPORT_EMAIL: supportEmail,
    DATA_PROTECTION_EMAIL: dataProtectionEmail,
    POLICIES_UPDATED: policiesUpdated,
    BAND_COLOUR: colours.band.canvas,
    NAME_MEANING: nameMeaning,
  }
  const lines = Object.entries(constants).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
  return `import { createElement } from 'react'\n${lines.join('\n')}\n${markOf(operator)}\n`
}

/** Elements and no HTML, since the policy of the pages refuses a string that would become HTML. */
function markOf({ logo: { side, shapes } }: Operator): string {
  const frame = { width: 26, height: 26, viewBox: `0 0 ${side} ${side}`, 'aria-hidden': true }
  return `export function Mark() { return createElement('svg', ${[JSON.stringify(frame), ...shapes.map(element)].join(', ')}) }`
}

function element({ name, attributes, shapes }: Shape): string {
  const props = Object.fromEntries(attributes.map(([key, value]) => [camelCase(key), value]))
  return `createElement(${[JSON.stringify(name), JSON.stringify(props), ...shapes.map(element)].join(', ')})`
}

/** As React names attributes. */
function camelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
