/** A change of the code that removes or weakens one control of docs/security-controls.md. */
export type Mutant = {
  /** The number of the requirement, or the name of a further control. */
  control: string
  file: string
  /** Occurs once in the file. */
  from: string
  to: string
}

/** Mutants of one control: each the file, what it changes there, and into what. */
export function of(control: string, ...changes: [file: string, from: string, to: string][]): Mutant[] {
  return changes.map(([file, from, to]) => ({ control, file, from, to }))
}
