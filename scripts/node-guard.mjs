// Plain JavaScript and 'fs' without its prefix, so that an old Node can still read it and say what is wrong.
import { existsSync } from 'fs'

const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  console.error(
    `Sarraf needs Node 24 or newer; this is ${process.version}. On Linux and Windows "npm install" brings its own ` +
      'and npm scripts use it: check that optional dependencies were installed. Elsewhere install Node 24.',
  )
  process.exit(1)
}
// A command for development runs this file as a program of its own, one of an operator imports it.
if (import.meta.main && !existsSync(new URL('../node_modules/vitest', import.meta.url))) {
  console.error(
    'This command needs the packages that "npm ci --omit=dev" leaves out: run "npm ci" in a checkout for development.',
  )
  process.exit(1)
}
