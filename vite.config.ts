import { lingui } from '@lingui/vite-plugin'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { clientOutput } from './scripts/bundle/chunks.ts'
import { operatorBrand } from './scripts/bundle/operator-brand.ts'
import { splitTexts } from './scripts/bundle/split-texts.ts'
import { textMacros } from './scripts/bundle/text-macros.ts'
import { withoutDocumentation } from './scripts/bundle/undocumented.ts'
import { readOperator } from './server/operator/operator.ts'

const root = import.meta.dirname
const operator = readOperator(process.env.OPERATOR)
const ownPlugins = () => [operatorBrand(operator), splitTexts(root, operator), textMacros(root), withoutDocumentation()]
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

export default defineConfig(({ command }) => ({
  appType: 'custom',
  builder: {},
  plugins: [...ownPlugins(), lingui(), tailwind(), react()],
  // React has had the function itself since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  // Inlined assets would be data: addresses, which the content security policy refuses for fonts.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        rolldownOptions: {
          input: 'web/entry.client.tsx',
          // Of a file of the contract, only what is called is downloaded.
          treeshake: { moduleSideEffects: [{ test: /\/domain\//, sideEffects: false }] },
          output: clientOutput(root),
        },
      },
    },
    ssr: {
      // The bundle holds its libraries, so that React's production build is chosen here and not where the server starts.
      ...(command === 'build' && { resolve: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
      build: { outDir: 'build/server', rolldownOptions: { input: { index: 'web/entry.server.tsx' } } },
    },
  },
  server: { proxy: { '/api/': api } },
}))
