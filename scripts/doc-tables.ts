/** The rows of docs/spec-coverage.md, and of the requirements and further controls in docs/security-controls.md and the folder beside it. */
import { readdir, readFile } from 'node:fs/promises'

/** `proofs` are the quoted parts of `proof`, each `file: title of a test`. */
export type Row = { section: string; requirement: string; where: string; proof: string; proofs: string[] }

const COLUMNS = 4

export async function readCoverage(): Promise<Row[]> {
  return rowsOf(await readFile('docs/spec-coverage.md', 'utf8'))
}

/** One row for each requirement of ASVS, whose number is its `section`, and for each further control. */
export async function readControls(): Promise<Row[]> {
  const chapters = (await readdir('docs/security-controls')).map((name) => `docs/security-controls/${name}`)
  const files = ['docs/security-controls.md', ...chapters.toSorted()]
  const pages = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return pages.flatMap((page) => rowsOf(page.split('## The requirements\n')[1] ?? ''))
}

/** The parts of a cell in backquotes. */
export function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
}

/** The rows of all tables, without their heads and rules. */
function rowsOf(page: string): Row[] {
  return page.split('\n').flatMap((line) => {
    if (!line.startsWith('|')) return []
    const cells = line.split('|').slice(1, -1)
    const [section = '', requirement = '', where = '', proof = ''] = cells.map((cell) => cell.trim())
    if (['section', 'number', 'control'].includes(section) || /^:?-+:?$/.test(section)) return []
    if (cells.length !== COLUMNS) throw new Error(`not ${COLUMNS} columns: ${line}`)
    return [{ section, requirement, where, proof, proofs: quoted(proof) }]
  })
}
