/** Vitrine's mark, as resources/icons/icon-small.svg has it: eight panes of glass, and the one thread through them. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className="size-8">
      <rect width="32" height="32" rx="7" fill="#1B1D20" />
      <path
        d="M4 6h2v20h-2zM7 6h2v20h-2zM10 6h2v20h-2zM13 6h2v20h-2zM16 6h2v20h-2zM19 6h2v20h-2zM22 6h2v20h-2zM25 6h2v20h-2z"
        fill="#FAF9F6"
        fillOpacity=".6"
      />
      <path d="M2 14h28v4H2z" fill="#2DD4BF" />
    </svg>
  );
}
