import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Who may talk to the web host. Other programs on this machine and pages of other sites can reach a loopback port too,
 * so every request must name this host (a site that re-binds its own name fails here), come from this origin where it
 * has one, and carry a cookie that only the printed address gives.
 */
export class Access {
  /** Goes into the printed address. */
  readonly token = randomBytes(24).toString('base64url');
  readonly #secret = randomBytes(24).toString('base64url');
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /** The address to open in a browser. */
  get address(): string {
    return `http://127.0.0.1:${this.#port}/?token=${this.token}`;
  }

  /** Cookies know no ports, so the port is part of the name. */
  get #cookieName(): string {
    return `vitrine_${this.#port}`;
  }

  get setCookie(): string {
    return `${this.#cookieName}=${this.#secret}; HttpOnly; SameSite=Strict; Path=/`;
  }

  isOwnHost(request: IncomingMessage): boolean {
    return [`127.0.0.1:${this.#port}`, `localhost:${this.#port}`].includes(request.headers.host ?? '');
  }

  /** `required`: browsers send Origin with every POST and every web socket, so there it must not be missing. */
  isOwnOrigin(request: IncomingMessage, required: boolean): boolean {
    const { origin, host } = request.headers;
    if (origin === undefined) return !required && request.headers['sec-fetch-site'] !== 'cross-site';
    return origin === `http://${host}`;
  }

  isToken(text: string | null): boolean {
    return text !== null && equal(text, this.token);
  }

  hasCookie(request: IncomingMessage): boolean {
    const cookies = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
    return cookies.some(([name, value]) => name === this.#cookieName && equal(value ?? '', this.#secret));
  }
}

/** Compares in a time that does not tell how much was right. */
function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
