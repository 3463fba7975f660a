/** The pieces of some ten questions; 1 to 4 kB each. */
const queriesKept = 64;

/** Vectors of the last queries, by model and text: a quoted answer asks for the one that its search has just made. */
export class KeptQueries {
  /** Oldest first. */
  private readonly vectors = new Map<string, Float32Array>();

  /**
   * One vector a text, in order; `make` is asked for those that are not kept. Errors: those of `make`.
   *
   * @param model whose vectors they are
   */
  async embed(
    model: string,
    texts: readonly string[],
    make: (missing: readonly string[]) => Promise<Float32Array[]>,
  ): Promise<Float32Array[]> {
    const found = new Map<string, Float32Array>();
    for (const text of texts) {
      const known = this.vectors.get(keyOf(model, text));
      if (known) found.set(text, known);
    }
    const missing = texts.filter((text) => !found.has(text));
    const made = missing.length > 0 ? await make(missing) : [];
    for (const [position, vector] of made.entries()) {
      const text = missing[position] ?? '';
      found.set(text, vector);
      this.keep(model, text, vector);
    }
    return texts.flatMap((text) => found.get(text) ?? []);
  }

  keep(model: string, text: string, vector: Float32Array): void {
    const key = keyOf(model, text);
    this.vectors.delete(key);
    const [oldest] = this.vectors.keys();
    if (this.vectors.size >= queriesKept && oldest !== undefined) this.vectors.delete(oldest);
    this.vectors.set(key, vector);
  }

  clear(): void {
    this.vectors.clear();
  }
}

const keyOf = (model: string, text: string): string => `${model} ${text}`;
