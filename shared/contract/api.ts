import { z } from 'zod';
import { id, name } from './values';

/** `read`: search, ask, look and run stages. `change`: that, and add and delete documents. Neither reaches a setting. */
export const apiScopes = ['read', 'change'] as const;
export type ApiScope = (typeof apiScopes)[number];

const origin = z
  .string()
  .trim()
  .max(300)
  .regex(/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+$/iu);

/** The HTTP API on this computer (electron/api): kept per library, outside of it. */
export const apiRequests = {
  'api.get': z.strictObject({}),
  /** `on` and `port` are for the desktop app, which serves the API while it is on. */
  'api.set': z.strictObject({
    on: z.boolean().optional(),
    port: z.number().int().min(1024).max(65_535).optional(),
    origins: z.array(origin).max(50).optional(),
  }),
  /** The token is in the answer, and nowhere else: Vitrine stores its hash. */
  'api.addToken': z.strictObject({ name, scope: z.enum(apiScopes) }),
  'api.revokeToken': z.strictObject({ tokenId: id }),
  /** For the host that serves the API: null for an unknown token. Adds the call to the list of connections. */
  'api.admit': z.strictObject({
    token: z.string().max(1000),
    /** Method and path, without the query. */
    call: z.string().max(300),
    place: z.string().max(100),
    requestId: id,
  }),
  'api.ended': z.strictObject({ connection: z.number().int(), status: z.number().int() }),
  /** Present address of the desktop app's API, null for none; `failed` if the port was not free. */
  'api.serving': z.strictObject({ address: z.string().max(300).nullable(), failed: z.boolean().optional() }),
} as const;

export interface ApiToken {
  readonly tokenId: string;
  readonly name: string;
  readonly scope: ApiScope;
  readonly madeAt: string;
}

export interface ApiReport {
  readonly on: boolean;
  readonly port: number;
  readonly origins: readonly string[];
  readonly tokens: readonly ApiToken[];
  readonly address: string | null;
  /** The port belongs to another program. */
  readonly failed: boolean;
}

export interface ApiCaller {
  readonly name: string;
  readonly scope: ApiScope;
  readonly connection: number;
}

export interface ApiResults {
  'api.get': ApiReport;
  'api.set': ApiReport;
  'api.addToken': { readonly token: string; readonly api: ApiReport };
  'api.revokeToken': ApiReport;
  'api.admit': ApiCaller | null;
  'api.ended': { readonly noted: true };
  'api.serving': ApiReport;
}
