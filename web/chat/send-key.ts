import type { KeyboardEvent } from 'react'

/** Enter alone; not the Enter that completes a word of an input method. */
export function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing
}
