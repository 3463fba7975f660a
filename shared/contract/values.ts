import { z } from 'zod';

/** Values that many requests take. Lengths in UTF-16 code units. */
export const id = z.string().min(1).max(200);
export const name = z.string().trim().min(1).max(200);
/** Of a file or a folder. The file system knows no name with a NUL. */
export const path = z
  .string()
  .min(1)
  .max(4096)
  .refine((text) => !text.includes('\0'));
/** A bucket of an object store with a prefix. */
export const storeAddress = z
  .string()
  .max(1000)
  .regex(/^s3:\/\/[A-Za-z0-9.-]+(\/[A-Za-z0-9._/-]*)?$/, 'must be such as s3://bucket/prefix');
export const moment = z.iso.datetime({ offset: true }).or(z.iso.date());

/** Where a route's schema carries the type of its result; no value has it. */
export declare const result: unique symbol;

type Route<Shape extends z.ZodRawShape, Result> = z.ZodObject<Shape, z.core.$strict> & { readonly [result]: Result };

/**
 * Makes the schema of a route: the members of its request, beside which it allows none, and the type of its result.
 *
 * @example 'chat.rate': route<{ readonly helpful: boolean | null }>()({ messageId: id, helpful: z.boolean().nullable() })
 */
export const route =
  <Result>() =>
  <Shape extends z.ZodRawShape>(shape: Shape): Route<Shape, Result> =>
    z.strictObject(shape) as Route<Shape, Result>;
