/** Vitrine's mark, as in its small icon: eight panes of glass from the front, and the one thread that goes through. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="2 4 28 24" fill="currentColor" aria-hidden>
      <path
        d="M4 6h2v20h-2zM7 6h2v20h-2zM10 6h2v20h-2zM13 6h2v20h-2zM16 6h2v20h-2zM19 6h2v20h-2zM22 6h2v20h-2zM25 6h2v20h-2z"
        fillOpacity=".35"
      />
      <path d="M2 14h28v4H2z" />
    </svg>
  );
}
