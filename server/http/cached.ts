/** Reads at most once in `freshMs` for all callers together; a failure is not kept, so the next caller tries again. */
export function cached<Answer>(freshMs: number, read: () => Promise<Answer>): () => Promise<Answer> {
  let latest: { answer: Promise<Answer>; readAt: number } | undefined
  return () => {
    if (latest && performance.now() - latest.readAt < freshMs) return latest.answer
    const answer = read()
    latest = { answer, readAt: performance.now() }
    answer.catch(() => (latest = undefined))
    return answer
  }
}
