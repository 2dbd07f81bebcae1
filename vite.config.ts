import { reactRouter } from '@react-router/dev/vite'
import { lingui } from '@lingui/vite-plugin'
import tailwind from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { chunkGroups } from './scripts/bundle/chunks.ts'
import { configuredAsset } from './scripts/bundle/configured-asset.ts'
import { withoutFacades } from './scripts/bundle/facades.ts'
import { importTasks } from './scripts/bundle/import-tasks.ts'
import { splitTexts } from './scripts/bundle/split-texts.ts'
import { textMacros } from './scripts/bundle/text-macros.ts'
import { withoutDisplayNames, withoutInstrumentation, withoutWarnings } from './scripts/bundle/unused.ts'
import { clientFiles } from './scripts/bundle/client-files.ts'
import { withoutDocumentation } from './scripts/bundle/undocumented.ts'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

// The text plugins must see the source before React Router splits it.
export default defineConfig(({ command }) => ({
  plugins: [
    splitTexts(import.meta.dirname),
    clientFiles(import.meta.dirname),
    withoutDisplayNames(),
    withoutInstrumentation(),
    withoutWarnings(),
    withoutDocumentation(),
    lingui(),
    textMacros(import.meta.dirname),
    tailwind(),
    // It would start a server to write the English pages; scripts/write-pages.ts writes those of every language.
    reactRouter().filter(({ name }) => name !== 'prerender'),
    withoutFacades(),
    importTasks(import.meta.dirname),
    configuredAsset(),
  ],
  // React has had the function itself since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  // Inlined assets would be data: addresses, which the content security policy refuses for fonts.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  environments: {
    // The server bundle holds its libraries, so that React's production build is chosen here and not where the server starts.
    ...(command === 'build' && {
      ssr: {
        resolve: { noExternal: true },
        define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') },
      },
    }),
    client: {
      build: {
        rolldownOptions: {
          // Of a file of the contract, only what is called is downloaded.
          treeshake: { moduleSideEffects: [{ test: /\/domain\//, sideEffects: false }] },
          output: {
            chunkFileNames: 'assets/[hash].js',
            codeSplitting: { groups: chunkGroups(`${import.meta.dirname}/web`) },
          },
        },
      },
    },
  },
  server: { proxy: { '/api/': api } },
}))
