/** A folder with a mistake stops the start, and the error says in which file and field, and what to write. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { blockTextId } from '../../domain/operator/policies.ts'
import { readConfig } from '../config.ts'
import { makeOperatorFolder, OTHER_FACTS } from '../testing/operator-folder.ts'
import type { FolderChanges } from '../testing/operator-folder.ts'
import { readOperator } from './operator.ts'

const COLOURS = readOperator(undefined).colours
const svg = (inner: string, attributes = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`
const logo = (text: string): FolderChanges => ({ files: { 'logo.svg': text } })
const terms = (text: string): FolderChanges => ({
  files: { 'terms.fr.md': `# Titre\n\nPhrase.\n\n## Partie\n\n${text}\n` },
})
const name = (productName: unknown): FolderChanges => ({ facts: { productName } })

async function folderOf(changes: FolderChanges): Promise<string> {
  const { folder, remove } = await makeOperatorFolder(changes)
  onTestFinished(remove)
  return folder
}

test.each<[string, FolderChanges, string]>([
  ['no file of facts', { files: { 'operator.json': null } }, 'operator.json is missing: copy it from'],
  ['facts that are no JSON', { files: { 'operator.json': '{' } }, 'operator.json is not JSON'],
  ['facts that are no object', { files: { 'operator.json': '[]' } }, 'operator.json: the file is of the wrong type'],
  ['no name', name(undefined), 'operator.json: productName is missing'],
  ['a name that is no text', name(5), 'productName is of the wrong type'],
  ['an empty name', name(''), 'productName must be one line'],
  ['a name in two lines', name('A\nBcc: b@example.org'), 'productName must be one line'],
  ['a name with markup', name('<b>A</b>'), 'productName must be one line'],
  ['a name with braces', name('{count}'), 'productName must be one line'],
  ['a name with a hidden character', name('Ama\u202Ena'), 'productName must be one line'],
  ['a long name', name('a'.repeat(31)), 'productName must have at most 30 characters'],
  ['a name of figures', name('1234'), 'productName must have a letter of an alphabet'],
  ['a name with a colon', name('A: b'), 'productName must have no colon'],
  ['an Arabic name with markup', { facts: { arabicName: '<i>' } }, 'arabicName must be one line'],
  ['a meaning in one language', { facts: { nameMeaning: { en: 'A.' } } }, 'nameMeaning.fr is missing'],
  ['a company in two lines', { facts: { company: 'A\nB' } }, 'company must be one line'],
  ['two addresses', { facts: { supportEmail: 'a@a.example, b@b.example' } }, 'supportEmail must be one plain email'],
  ['no address', { facts: { dataProtectionEmail: 'nowhere' } }, 'dataProtectionEmail must be one plain email'],
  ['no day', { facts: { policiesUpdated: '27/11/2026' } }, 'policiesUpdated must be a day as "2026-11-27"'],
  ['an unknown field', { facts: { website: 'x' } }, 'the file has unknown fields: website'],
  ['no colours', { facts: { colours: undefined } }, 'colours is missing'],
  [
    'a colour by name',
    { facts: { colours: { ...COLOURS, onAccent: 'black' } } },
    'colours.onAccent must be a colour as',
  ],
  [
    'a label that is too faint on the accent',
    { facts: { colours: { ...COLOURS, onAccent: '#8a6a10' } } },
    'light: on-accent on accent has a contrast of 2.7',
  ],
  [
    'a soft accent that hides texts in the dark',
    { facts: { colours: { ...COLOURS, dark: { accent: '#f5c043', accentSoft: '#8a8a8a' } } } },
    'dark: muted on accent-soft has a contrast of',
  ],
  [
    'a band on which outlines of controls are lost',
    { facts: { colours: { ...COLOURS, band: { ...COLOURS.band, edge: '#2a4650' } } } },
    'band: edge on canvas has a contrast of',
  ],
  [
    'an accent that cannot be read on the band',
    { facts: { colours: { ...COLOURS, onAccent: '#ffffff', dark: { accent: '#0b3a8a', accentSoft: '#3a3215' } } } },
    'band: accent on canvas has a contrast of',
  ],
  ['no logo', { files: { 'logo.svg': null } }, 'logo.svg is missing'],
  ['a logo that is no XML', logo('<svg'), 'logo.svg: this is not XML'],
  ['a logo with a script', logo(svg('<script>alert(1)</script>')), '<script> is not taken'],
  ['a logo with a handler', logo(svg('<path d="M0 0" onload="alert(1)"/>')), 'remove the attribute onload'],
  [
    'a logo with a handler of its own',
    logo(svg('<path d="M0 0"/>', 'viewBox="0 0 9 9" onload="x"')),
    'attribute onload of',
  ],
  ['a logo with HTML', logo(svg('<foreignObject><p/></foreignObject>')), '<foreignObject> is not taken'],
  ['a logo with a picture', logo(svg('<image href="https://a.example"/>')), '<image> is not taken'],
  ['a logo with a reference', logo(svg('<use href="#a"/>')), '<use> is not taken'],
  ['a logo with a style', logo(svg('<path d="M0 0" style="x:y"/>')), 'remove the attribute style'],
  ['a logo with an address', logo(svg('<path d="M0 0" fill="url(https://a.example)"/>')), 'fill of <path> may hold'],
  ['a logo with another variable', logo(svg('<path d="M0 0" fill="var(--ink)"/>')), 'fill of <path> may hold'],
  [
    'a logo with entities',
    logo(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<path d="M0 0"/>')}`),
    'remove the document type',
  ],
  ['a logo with text', logo(svg('<path d="M0 0"/>name')), 'remove the text'],
  ['a logo that is not square', logo(svg('<path d="M0 0"/>', 'viewBox="0 0 20 10"')), 'a square viewBox'],
  ['a logo without shapes', logo(svg('')), 'the logo has no shapes'],
  ['a large logo', logo(svg(`<path d="${'M0 0'.repeat(2000)}"/>`)), 'the logo has 80'],
  ['a deep logo', logo(svg(`${'<g>'.repeat(9)}${'</g>'.repeat(9)}`)), 'at most 100 shapes in 8 levels'],
  ['a logo in another encoding', { files: { 'logo.svg': Uint8Array.of(0xff, 0xfe, 0x3c) } }, 'cannot be read as UTF-8'],
  ['no terms in a language', { files: { 'terms.ar.md': null } }, 'terms.ar.md is missing'],
  ['a long policy', { files: { 'privacy.en.md': 'a'.repeat(200_001) } }, 'privacy.en.md has 200001 bytes'],
  ['a policy without a title', { files: { 'privacy.en.md': 'Text.' } }, 'privacy.en.md must begin with "# a title"'],
  ['HTML', terms('<script>alert(1)</script>'), 'terms.fr.md: HTML is not taken, near "<script>'],
  ['HTML in a sentence', terms('a <img src=x onerror=y> b'), 'HTML is not taken'],
  ['a tag of a message', terms('a <0>b</0>'), 'HTML is not taken'],
  ['a script as a link', terms('[a](javascript:alert%281%29)'), 'a link leads to a page as /contact'],
  ['a link without encryption', terms('[a](http://a.example)'), 'a link leads to a page as /contact'],
  ['a link to a host', terms('[a](//a.example/x)'), 'a link leads to a page as /contact'],
  ['a link with a password', terms('[a](https://user:b@a.example/)'), 'a link leads to a page as /contact'],
  ['a picture', terms('![a](https://a.example/a.png)'), 'image is not taken'],
  ['a table', terms('| a |\n| - |\n| b |'), 'a table is not taken'],
  ['an unknown figure', terms('{rate} %'), '{rate} is unknown: product, company'],
  ['an unknown figure in a plural', terms('{rate, plural, one {#} other {#}}'), '{rate} is unknown'],
  ['braces that do not end', terms('{minimumAge, plural, one'), 'the braces cannot be read'],
  ['a fact that is null', terms('{company}'), '{company} is named, and operator.json has null for it'],
])('%s', async (_, changes, error) => {
  const folder = await folderOf(changes)
  expect(() => readConfig({ OPERATOR: folder })).toThrow(folder)
  expect(() => readConfig({ OPERATOR: folder })).toThrow(error)
})

test('a folder that is not there', () => {
  expect(() => readConfig({ OPERATOR: '/nowhere' })).toThrow('OPERATOR must be a folder such as')
})

test('another operator’s folder is read, and its name stands in the sender of mail', async () => {
  const folder = await folderOf({
    facts: { ...OTHER_FACTS, productName: 'Amana, Inc.' },
    ...terms(
      '{company}: **écrivez** à <privacy@echange.example> ou *ici* : [page](/contact), [site](https://a.example/x).',
    ),
  })
  const { operator, mailFrom } = readConfig({ OPERATOR: folder })
  expect(mailFrom).toBe('"Amana, Inc." <no-reply@localhost>')
  const block = operator.policies.terms.fr.at(-1)
  expect(block).toEqual({
    kind: 'text',
    text: "L''Échange & Co SARL, 12 rue de Marseille, 1000 Tunis: <0>écrivez</0> à <1>privacy@echange.example</1> ou <2>ici</2> : <3>page</3>, <4>site</4>.",
    tags: [
      'strong',
      { link: 'mailto:privacy@echange.example' },
      'emphasis',
      { link: '/contact' },
      { link: 'https://a.example/x' },
    ],
  })
})

test('the default folder holds the values of the repository', () => {
  const { productName, arabicName, supportEmail, folder, policies } = readOperator(undefined)
  expect([productName, arabicName, supportEmail]).toEqual(['Sarraf', 'صرّاف', null])
  expect(readFileSync(join(folder, 'terms.en.md'), 'utf8')).not.toContain('Sarraf')
  expect(policies.privacy.en.filter(({ kind }) => kind === 'section')).toHaveLength(10)
  expect(blockTextId('terms', 0)).toBe('terms block 0')
})
