/** One change of the code for each control of docs/security-controls.md, which removes or weakens it. */
export type Mutant = {
  /** The number of the requirement. */
  control: string
  file: string
  /** Occurs once in the file. */
  from: string
  to: string
}

export const MUTANTS: readonly Mutant[] = [
  {
    control: '6.2.1',
    file: 'domain/accounts.ts',
    from: 'export const PASSWORD_MIN = 8',
    to: 'export const PASSWORD_MIN = 4',
  },
]
