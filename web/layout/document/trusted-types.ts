/** Trusted Types: the page's policy refuses every string that would become HTML or a script, but for these. */

/** React makes every script element from this text, and then sets its address, or no content. */
const EMPTY_SCRIPT = '<script></script>'
/** The second is the service worker. */
const OWN_SCRIPT = /^\/(assets\/[\w.-]+|sw)\.js$/

/** Null refuses the string. */
type Rule = (text: string) => string | null
type Factory = { createPolicy(name: string, rules: { createHTML: Rule; createScriptURL: Rule }): unknown }

/** Before React starts: after an error it renders the document again, with the scripts in its head. */
export function allowReactsScripts(): void {
  const { trustedTypes } = window as { trustedTypes?: Factory }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text === '' || text === EMPTY_SCRIPT ? text : null),
    createScriptURL: (address) => (OWN_SCRIPT.test(address) ? address : null),
  })
}
