import type { z } from 'zod';

type Read<T> = { readonly ok: true; readonly output: T } | { readonly ok: false; readonly problem: string };

/**
 * The JSON object in a model's answer, held against a schema. Words or a code fence around it are passed over, since
 * servers that cannot constrain their output let models add them.
 */
export function readJson<T>(raw: string, schema: z.ZodType<T>): Read<T> {
  const start = raw.indexOf('{');
  const end = raw.lastIndexOf('}');
  if (raw.trim() === '') return { ok: false, problem: 'the answer is empty' };
  if (start === -1 || end < start) return { ok: false, problem: 'the answer holds no JSON object' };
  let value: unknown;
  try {
    value = JSON.parse(raw.slice(start, end + 1));
  } catch (error) {
    return { ok: false, problem: `the answer is not valid JSON (${error instanceof Error ? error.message : error})` };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, output: parsed.data };
  const [issue] = parsed.error.issues;
  return { ok: false, problem: `${issue?.path.join('.') || 'the object'}: ${issue?.message ?? 'does not fit'}` };
}
