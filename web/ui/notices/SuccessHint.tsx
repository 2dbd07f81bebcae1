/** A hint that says: what was typed will do. */
export function SuccessHint({ children }: { children: string }) {
  return <span className="font-medium text-buy">{children}</span>
}
