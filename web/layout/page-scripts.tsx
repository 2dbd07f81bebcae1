/** The elements by which the HTML of a page names its scripts. The browser renders none of them. */
import { createContext, use } from 'react'
import { SIGNED_IN_SCRIPTS } from '../session/early-session.ts'

/** The addresses of a page's scripts, as "/assets/x.js". */
export type PageScripts = {
  /** Starts the page. */
  entry: string
  /** What the page needs beside it. */
  preloaded: readonly string[]
  /** What a signed-in reader needs there in addition. */
  signedIn: readonly string[]
}

const ScriptsContext = createContext<PageScripts>({ entry: '', preloaded: [], signedIn: [] })

export const PageScriptsProvider = ScriptsContext.Provider

/** In the head. With a low priority, scripts come after what the first paint needs: on a throttled phone this is worth 1.1 s. */
export function PreloadedScripts() {
  const { preloaded, signedIn } = use(ScriptsContext)
  return (
    <>
      {preloaded.map((href) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
      ))}
      {signedIn.length > 0 && <meta name={SIGNED_IN_SCRIPTS} content={signedIn.join(' ')} />}
    </>
  )
}

/** At the end of the body. */
export function EntryScript() {
  const { entry } = use(ScriptsContext)
  return <script type="module" src={entry} />
}
