import { reactRouter } from '@react-router/dev/vite'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwind from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { frameGroup } from './scripts/bundle/frame.ts'
import { splitTexts } from './scripts/bundle/split-texts.ts'

const web = `${import.meta.dirname}/web`
// React Router asks for the root under a name of its own.
const frame = frameGroup([
  `${web}/entry.client.tsx`,
  `${web}/root.tsx`,
  `${web}/root.tsx?__react-router-build-client-route`,
  `${web}/info/HomePage.tsx`,
  `${web}/info/HomePage.tsx?__react-router-build-client-route`,
])
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

// The text plugins must see the source before React Router splits it.
export default defineConfig(({ command }) => ({
  plugins: [
    splitTexts(import.meta.dirname),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    tailwind(),
    reactRouter(),
  ],
  // Inlined assets would be data: addresses, which the content security policy refuses for fonts.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
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
        rolldownOptions: { output: { chunkFileNames: 'assets/[hash].js', codeSplitting: { groups: [frame] } } },
      },
    },
  },
  server: { proxy: { '/api/': api } },
}))
