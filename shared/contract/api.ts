import { z } from 'zod';
import { id, name, route } from './values';

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
  'api.get': route<ApiReport>()({}),
  /** `on` and `port` are for the desktop app, which serves the API while it is on. */
  'api.set': route<ApiReport>()({
    on: z.boolean().optional(),
    port: z.number().int().min(1024).max(65_535).optional(),
    origins: z.array(origin).max(50).optional(),
  }),
  /** The token is in the answer, and nowhere else: Vitrine stores its hash. */
  'api.addToken': route<{ readonly token: string; readonly api: ApiReport }>()({ name, scope: z.enum(apiScopes) }),
  'api.revokeToken': route<ApiReport>()({ tokenId: id }),
  /** For the host that serves the API: null for an unknown token. Adds the call to the list of connections. */
  'api.admit': route<ApiCaller | null>()({
    token: z.string().max(1000),
    /** Method and path, without the query. */
    call: z.string().max(300),
    place: z.string().max(100),
    requestId: id,
  }),
  'api.ended': route<{ readonly noted: true }>()({ connection: z.number().int(), status: z.number().int() }),
  /** Present address of the desktop app's API, null for none; `failed` if the port was not free. */
  'api.serving': route<ApiReport>()({ address: z.string().max(300).nullable(), failed: z.boolean().optional() }),
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
  readonly failed: boolean;
}

export interface ApiCaller {
  readonly name: string;
  readonly scope: ApiScope;
  readonly connection: number;
}
