import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ApiReport, type ApiScope, type ApiToken, apiScopes, type ParsedRequestOf } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { z } from 'zod';
import { type Permissions, writePrivately } from './permissions';

const usualPort = 8737;
const mostTokens = 100;

const accessFile = z.object({
  on: z.boolean().default(false),
  port: z.number().int().default(usualPort),
  origins: z.array(z.string()).default([]),
  tokens: z
    .array(
      z.object({
        tokenId: z.string(),
        name: z.string(),
        scope: z.enum(apiScopes),
        madeAt: z.string(),
        /** sha256 of the token, hex. A token has 256 bits of chance: it needs no slow hash. */
        hash: z.string().regex(/^[0-9a-f]{64}$/u),
      }),
    )
    .default([]),
});
type Access = z.output<typeof accessFile>;

/**
 * The tokens of a library's HTTP API, beside this computer's permissions: a library from elsewhere brings none. Read at
 * every use, so a revoked token ends at once.
 */
export class ApiAccess {
  private held: Access = accessFile.parse({});
  private address: string | null = null;
  private failed = false;

  constructor(private readonly permissions: Permissions) {}

  report(): ApiReport {
    const { tokens, ...access } = this.read();
    const told = tokens.map(({ hash: _hash, ...token }) => token);
    return { ...access, tokens: told, address: this.address, failed: this.failed };
  }

  /** Errors: `settings-invalid` where it cannot be written down. */
  set({ on, port, origins }: ParsedRequestOf<'api.set'>): void {
    const access = this.read();
    const lowered = origins && [...new Set(origins.map((origin) => origin.toLowerCase()))];
    this.write({ ...access, on: on ?? access.on, port: port ?? access.port, origins: lowered ?? access.origins });
  }

  /** The new token, which nothing but its hash is kept of. Errors: as `set`, and for a name that has one. */
  add(name: string, scope: ApiScope): string {
    const access = this.read();
    if (access.tokens.some((token) => token.name === name) || access.tokens.length >= mostTokens) {
      throw new VitrineError('settings-invalid', { why: 'token-named', name });
    }
    const token = `vitrine_${randomBytes(32).toString('base64url')}`;
    const entry = { tokenId: randomUUID(), name, scope, madeAt: new Date().toISOString(), hash: hashOf(token) };
    this.write({ ...access, tokens: [...access.tokens, entry] });
    return token;
  }

  /** Errors: as `set`, and for a token that is not there. */
  revoke(tokenId: string): void {
    const access = this.read();
    const tokens = access.tokens.filter((token) => token.tokenId !== tokenId);
    if (tokens.length === access.tokens.length)
      throw new VitrineError('settings-invalid', { why: 'no-token', tokenId });
    this.write({ ...access, tokens });
  }

  /** Compares every token, in a time that does not depend on the matching part. Null for an unknown one. */
  whose(token: string): Pick<ApiToken, 'name' | 'scope'> | null {
    const given = Buffer.from(hashOf(token), 'hex');
    const found = this.read().tokens.filter(({ hash }) => timingSafeEqual(Buffer.from(hash, 'hex'), given));
    return found[0] ?? null;
  }

  serving({ address, failed = false }: ParsedRequestOf<'api.serving'>): void {
    this.address = address;
    this.failed = failed;
  }

  private read(): Access {
    const file = this.permissions.fileFor('api');
    if (file === null) return this.held;
    try {
      return accessFile.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      // Missing or damaged: there is no token, and nothing is served.
      return accessFile.parse({});
    }
  }

  private write(access: Access): void {
    this.held = access;
    writePrivately(this.permissions.fileFor('api'), access);
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
