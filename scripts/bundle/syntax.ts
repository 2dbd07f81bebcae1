/** A node of the syntax tree (ESTree), with its place in the source. */
export type Node = { type: string; start: number; end: number; [part: string]: unknown }

/** Calls `visit` with the node and all nodes in it, unless it answers false for one that contains them. */
export function walk(node: Node, visit: (node: Node) => boolean | void): void {
  if (visit(node) === false) return
  for (const part of Object.values(node)) {
    for (const child of Array.isArray(part) ? part : [part]) if (isNode(child)) walk(child, visit)
  }
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && typeof (part as Partial<Node>).type === 'string'
}
