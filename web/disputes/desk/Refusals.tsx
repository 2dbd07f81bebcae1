/** Why some of several calls were refused, a line each. */
export function Refusals({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <span key={text} className="block">
      {text}
    </span>
  ))
}
