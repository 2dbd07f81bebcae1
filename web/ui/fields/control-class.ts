/** The look of everything that is typed into or chosen from; 44 px high, with a border that can be seen. */
export const controlClass =
  'h-11 w-full rounded-control border border-edge bg-surface px-3 text-ink text-ellipsis placeholder:text-muted data-[invalid]:border-sell aria-invalid:border-sell disabled:opacity-60'
