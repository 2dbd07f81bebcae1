// Plain JavaScript, so that an old Node can still read it and say what is wrong.
const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  console.error(
    `Sarraf needs Node 24 or newer; this is ${process.version}. On Linux and Windows "npm install" brings its own ` +
      'and npm scripts use it: check that optional dependencies were installed. Elsewhere install Node 24.',
  )
  process.exit(1)
}
