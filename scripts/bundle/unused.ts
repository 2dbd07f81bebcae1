/** Lets the bundler leave out what the client does not use of React Router. */
import type { Plugin } from 'vite'

/**
 * Removes the names that only development tools show, and marks components as free of side effects: a component that is given
 * a name stays in the bundle, with all that it uses. Of these, the client uses none of the forms, nor the library's own links.
 */
export function withoutDisplayNames(): Plugin {
  return {
    name: 'without-display-names',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/.*\.js$/, code: /\.displayName = "/ },
      handler(source) {
        const code = source
          .replaceAll(/^\w+\.displayName = ".*";$/gm, '')
          .replaceAll(/^(const \w+ = )(?=React\$1\.(forwardRef|createContext)\()/gm, '$1/* @__PURE__ */ ')
        return { code, map: null }
      },
    },
  }
}

/** Leaves out what React Router writes in the console about wrong routes. */
export function withoutWarnings(): Plugin {
  return {
    name: 'without-warnings',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/.*\.js$/, code: /^\s*warning\(/m },
      handler: (source) => ({ code: source.replaceAll(/^(\s*)(?=warning\()/gm, '$1/* @__PURE__ */ '), map: null }),
    },
  }
}

const INSTRUMENTATION = /\/react-router\/dist\/production\/lib\/router\/instrumentation\.js$/
/** What the router does without instrumentations, which the site gives it none of. */
const UNINSTRUMENTED = `
  export const getRouteInstrumentationUpdates = () => ({})
  export const instrumentClientSideRouter = (router) => router
  export const consumeInstrumentationClientResultMetaReceiver = () => undefined
  export const instrumentationResultMetaContext = null
  export const instrumentHandler = (handler) => handler
`

/** Leaves the code that measures loaders and navigations for an observer out of the router. */
export function withoutInstrumentation(): Plugin {
  return {
    name: 'without-instrumentation',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: { filter: { id: INSTRUMENTATION }, handler: () => UNINSTRUMENTED },
  }
}
