/** Vitrine's mark: a glass case of three panes with one thread through it. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden
    >
      <path d="M3.5 4.5h17v15h-17z" />
      <path d="M9.2 4.5v15M14.8 4.5v15" strokeOpacity=".4" />
      <path d="M3.5 9c4.5 0 6 5 10 5h7" strokeWidth="2" />
    </svg>
  );
}
