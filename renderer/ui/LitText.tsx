export type LitPart = Readonly<{ text: string; lit: boolean }>;

export const LitText = ({ parts }: { readonly parts: readonly LitPart[] }) =>
  parts.map(({ text, lit }, at) =>
    lit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stand in its order
      <mark key={at} className="rounded-sm bg-accent-wash font-medium text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
