/**
 * `npm run escrow:page`: writes build/recover.html, one file without a server: script and styles are inside, its policy lets it reach
 * nothing but the RPC that the reader names, and the browser refuses any other script.
 */
import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { deployedAddress } from '../domain/escrow/terms.ts'
import { inProduct } from '../domain/operator/product.ts'
import { readOperator } from '../server/operator/operator.ts'
import { operatorBrand } from './bundle/operator-brand.ts'
import { textMacros } from './bundle/text-macros.ts'
import { readArtifact } from './contracts/deployed.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const operator = readOperator(process.env.OPERATOR)
export const RECOVERY_PAGE = join(root, 'build/recover.html')

export async function buildRecoveryPage(): Promise<void> {
  const hub = deployedAddress((await readArtifact('EscrowHub')).bytecode)
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // The contracts hold no other asset.
    plugins: [operatorBrand(operator, 'USDT'), textMacros(root), lingui(), tailwind(), react()],
    define: {
      'process.env.ESCROW_HUB': JSON.stringify(hub),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      write: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: { input: join(root, 'web/recovery/recover.tsx'), output: { codeSplitting: false } },
    },
  })
  const { output } = Array.isArray(built) ? built[0]! : (built as Extract<typeof built, { output: unknown }>)
  const script = output.flatMap((part) => (part.type === 'chunk' ? [part.code] : [])).join('\n')
  const sheets = output.flatMap((part) =>
    part.type === 'asset' && part.fileName.endsWith('.css') ? [String(part.source)] : [],
  )
  await mkdir(join(root, 'build'), { recursive: true })
  // Of two processes that build concurrently, neither leaves half a file.
  const written = `${RECOVERY_PAGE}.${process.pid}`
  await writeFile(written, pageOf(script, sheets.join('\n')))
  await rename(written, RECOVERY_PAGE)
}

function pageOf(script: string, styles: string): string {
  // An end tag inside the script would end it, and the hash would be of the first half only.
  const code = script.replaceAll('</script', String.raw`<\/script`)
  // A file has no folder of fonts beside it; the system's are used.
  const sheet = styles.replaceAll(/@font-face\s*\{[^}]*\}/g, '')
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(code)}`,
    `style-src ${hashOf(sheet)}`,
    'connect-src https: http://127.0.0.1:* http://localhost:*',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${inProduct('Sarraf', 'en', operator)}: settle a trade without the platform</title>
<style>${sheet}</style>
</head>
<body>
<div id="page"></div>
<script type="module">${code}</script>
</body>
</html>
`
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

if (import.meta.main) {
  await buildRecoveryPage()
  console.log(RECOVERY_PAGE)
}
