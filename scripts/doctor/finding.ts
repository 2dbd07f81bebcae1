/** What a check of `npm run doctor` says. */
import { startRefusal } from '../../server/start-refusal.ts'

export type Finding = {
  state: 'ok' | 'warning' | 'failed'
  /** What is so, and in a warning or a failure also what to do. */
  text: string
}

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const warning = (text: string): Finding => ({ state: 'warning', text })
export const failed = (text: string): Finding => ({ state: 'failed', text })

/** The finding of the check; an error of it is a failure, in the words with which the server would refuse to start. */
export async function findingOf(check: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    return failed(startRefusal(error))
  }
}

const NAME_LENGTH = 'sealed columns'.length

/** One line. */
export function lineOf(name: string, { state, text }: Finding): string {
  return `${state.padEnd('warning'.length)}  ${name.padEnd(NAME_LENGTH)}  ${text.replaceAll(/\s*\n\s*/g, ' ')}`
}
