/** A fault planted in a contract, and the test that is named for what it breaks. */
export type Mutant = {
  /** What the contract does wrong with it. */
  fault: string
  /** In contracts/src/. */
  file: string
  /** Occurs once in the file. */
  from: string
  to: string
  /** The name of a test in contracts/test/, which fails with the fault. */
  test: string
}

export function of(file: string, ...faults: [fault: string, test: string, from: string, to: string][]): Mutant[] {
  return faults.map(([fault, test, from, to]) => ({ fault, file, from, to, test }))
}
