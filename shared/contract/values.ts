import { z } from 'zod';

/** Values that many requests take. Lengths in UTF-16 code units. */
export const id = z.string().min(1).max(200);
export const name = z.string().trim().min(1).max(200);
export const path = z.string().min(1).max(4096);
export const moment = z.iso.datetime({ offset: true }).or(z.iso.date());
