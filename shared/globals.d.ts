// What the page and the engine both have beside the language itself. shared/ is checked with these alone, so that it
// uses nothing that only a browser or only Node has (tsconfig.shared.json).

declare class URL {
  static canParse(address: string): boolean;
  constructor(address: string);
  readonly hash: string;
  readonly password: string;
  readonly search: string;
  readonly username: string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class TextDecoder {
  constructor(encoding: 'utf-8', options: { readonly fatal: boolean });
  decode(bytes: Uint8Array): string;
}

declare function atob(text: string): string;
declare function btoa(text: string): string;

/** A file that a person drops on the page. */
interface File {
  readonly name: string;
}
