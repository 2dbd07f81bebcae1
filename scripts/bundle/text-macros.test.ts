import { join } from 'node:path'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { textMacros } from './text-macros.ts'

const ROOT = join(import.meta.dirname, '../..')
const SOURCE = `
  import { Trans, useLingui } from '@lingui/react/macro'
  export function useLabel() {
    const { t } = useLingui()
    return t\`Chat\`
  }
  export const Part = ({ name }: { name: string }) => <Trans>Open a trade with <b>{name}</b></Trans>
`

test('a build has the id of a text that the catalogue has, and not the text', async () => {
  const output = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    plugins: [
      {
        name: 'source',
        resolveId: (id) => (id === 'part.tsx' ? id : null),
        load: (id) => (id === 'part.tsx' ? SOURCE : null),
      },
      textMacros(ROOT),
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: 'part.tsx', external: /^(react|@lingui)/, preserveEntrySignatures: 'strict' },
    },
  })
  const code = JSON.stringify(output)
  expect(code).toContain(generateMessageId('Open a trade with <0>{name}</0>'))
  expect(code).not.toContain('Open a trade with')
  expect(code.replaceAll('\\', '')).toContain(`_("${generateMessageId('Chat')}")`)
  expect(code).not.toContain('/macro')
})
