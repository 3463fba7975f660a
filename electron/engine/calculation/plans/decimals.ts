/** A whole number of 10^-scale units as a decimal without trailing noughts: 12340, 3 → `12.34`. */
export function decimalText(units: bigint, scale: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/u, '');
  return `${negative ? '-' : ''}${whole}${scale > 0 && fraction !== '' ? `.${fraction}` : ''}`;
}

const decimalForm = /^[-+]?\d{1,30}(?:\.\d{1,15})?$/u;

/** A decimal in whole 10^-scale units, with the sign of the cut part if it has more decimals; null for no decimal. */
export function unitsOf(decimal: string, scale: number): { readonly units: bigint; readonly rest: -1 | 0 | 1 } | null {
  const text = decimal.trim();
  if (!decimalForm.test(text)) return null;
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace(/^[-+]/u, '').split('.');
  const kept = fraction.slice(0, scale).padEnd(scale, '0');
  const units = BigInt(whole + kept);
  const cut = /[1-9]/u.test(fraction.slice(scale));
  const rest = negative ? -1 : 1;
  return { units: negative ? -units : units, rest: cut ? rest : 0 };
}

/** The quotient of two whole numbers, rounded half away from nought, and whether it was rounded. */
export function quotient(dividend: bigint, divisor: bigint): { readonly units: bigint; readonly rounded: boolean } {
  const negative = dividend < 0n !== divisor < 0n;
  const [above, below] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const units = (above * 2n + below) / (below * 2n);
  return { units: negative ? -units : units, rounded: above % below !== 0n };
}

/** A date of year × 10,000 + month × 100 + day as plans write it, without the parts that are 0: `2021-03`, `--03-04`. */
export function dateText(date: number): string {
  const [year, month, day] = [Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100];
  const two = (part: number): string => (part > 0 ? `-${String(part).padStart(2, '0')}` : '');
  return `${year === 0 ? '-' : String(year).padStart(4, '0')}${two(month)}${two(day)}`;
}
