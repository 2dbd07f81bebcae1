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
