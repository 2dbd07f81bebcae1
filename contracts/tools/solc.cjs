#!/usr/bin/env node
// The command line of solc that forge expects, over the compiler that npm has: no download and no native binary.
// forge asks for --version, and sends all sources on standard input with --standard-json.
'use strict'
const { readFileSync, writeSync } = require('node:fs')
const solc = require('solc')

const args = process.argv.slice(2)
if (args.includes('--version')) {
  print(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`)
} else if (args.includes('--standard-json')) {
  print(solc.compile(readFileSync(0, 'utf8'), { import: (path) => ({ error: `${path} is not in the input` }) }))
} else {
  process.stderr.write('only --version and --standard-json\n')
  process.exitCode = 2
}

// A pipe takes less at once than the compiler's answer, so the write is repeated until all of it is taken.
function print(text) {
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
    }
  }
}
