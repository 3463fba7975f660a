/** Letters of one key: 37⁶ is the highest power that fits into 32 bits. */
const lettersOfKey = 6;
const letters = 37;
const longest = 2 * lettersOfKey;
const firstSlots = 1024;

/** By ASCII code: 1–36 for a small letter or a digit, 0 for anything else. */
const digits = new Uint8Array(128);
for (const [index, letter] of [...'abcdefghijklmnopqrstuvwxyz0123456789'].entries()) {
  digits[letter.charCodeAt(0)] = index + 1;
}

const digitOf = (unit: number): number => (unit < digits.length ? (digits[unit] ?? 0) : 0);

/** Where a search for a key begins: both halves spread over the table, whose length is a power of two. */
const placeOf = (low: number, high: number, slots: number): number => {
  const mixed = Math.imul(low ^ Math.imul(high, 0x9e37_79b1), 0x85eb_ca6b);
  return (mixed ^ (mixed >>> 15)) & (slots - 1);
};

/**
 * Values by word, for words of at most twelve small ASCII letters and digits, which are found while a text is read: such
 * a word is two numbers, and neither a string nor a hash of one is made to look it up.
 */
export class ShortWords<T extends object> {
  /** Of the word that was read last; null for one that is not here. */
  found: T | null = null;
  /** Two keys and the place of the value, from 1 on, by turns; 0 in a free slot. */
  private table = new Int32Array(3 * firstSlots);
  private values: T[] = [];

  get size(): number {
    return this.values.length;
  }

  /** Reads on from `start` as far as there are small ASCII letters and digits; returns where the next one is not. */
  read(text: string, start: number): number {
    let low = 0;
    let high = 0;
    let at = start;
    for (let digit = 0; at < text.length; at += 1) {
      digit = digitOf(text.charCodeAt(at));
      if (digit === 0) break;
      if (at - start < lettersOfKey) low = (Math.imul(low, letters) + digit) | 0;
      else high = (Math.imul(high, letters) + digit) | 0;
    }
    const isShort = at > start && at - start <= longest;
    this.found = isShort ? (this.values[(this.table[3 * this.slotOf(low, high) + 2] ?? 0) - 1] ?? null) : null;
    return at;
  }

  /** False for a word that is too long or has other letters. */
  add(word: string, value: T): boolean {
    const end = this.read(word, 0);
    if (word === '' || end !== word.length || end > longest) return false;
    if (2 * (this.values.length + 1) > this.table.length / 3) this.grow();
    let [low, high] = [0, 0];
    for (let at = 0; at < end; at += 1) {
      const digit = digitOf(word.charCodeAt(at));
      if (at < lettersOfKey) low = (Math.imul(low, letters) + digit) | 0;
      else high = (Math.imul(high, letters) + digit) | 0;
    }
    this.put(low, high, this.values.push(value));
    return true;
  }

  clear(): void {
    this.table = new Int32Array(3 * firstSlots);
    this.values = [];
  }

  /** The slot of a key, or the free one where it would be. */
  private slotOf(low: number, high: number): number {
    const { table } = this;
    const slots = table.length / 3;
    let slot = placeOf(low, high, slots);
    while (table[3 * slot + 2] !== 0 && (table[3 * slot] !== low || table[3 * slot + 1] !== high)) {
      slot = (slot + 1) & (slots - 1);
    }
    return slot;
  }

  private put(low: number, high: number, place: number): void {
    this.table.set([low, high, place], 3 * this.slotOf(low, high));
  }

  private grow(): void {
    const before = this.table;
    this.table = new Int32Array(2 * before.length);
    for (let at = 0; at < before.length; at += 3) {
      const place = before[at + 2] ?? 0;
      if (place !== 0) this.put(before[at] ?? 0, before[at + 1] ?? 0, place);
    }
  }
}
