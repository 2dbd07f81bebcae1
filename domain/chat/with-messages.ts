/** The messages merged with others, each number once, in order. */
export function withMessages<Message extends { seq: number }>(
  shown: readonly Message[],
  more: readonly Message[],
): Message[] {
  const bySeq = new Map([...shown, ...more].map((message) => [message.seq, message]))
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}
