/** Sound on or off. Not in web/ui/icons.tsx, which every page loads. */
export function Speaker({ isOn }: { isOn: boolean }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="rtl:-scale-x-100"
      aria-hidden
    >
      <path d="M3 8v4h3l4 3.5v-11L6 8H3Z" />
      <path d={isOn ? 'M13 7.5a3.5 3.5 0 0 1 0 5M15.2 5.2a6.8 6.8 0 0 1 0 9.6' : 'm13.5 8 4 4m0-4-4 4'} />
    </svg>
  )
}
