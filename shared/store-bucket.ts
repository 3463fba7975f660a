/** `s3://bucket` of an address in it: what the keys of a store are for. Null for an address of another kind. */
export const bucketOf = (address: string): string | null => /^s3:\/\/[^/]+/.exec(address)?.[0] ?? null;
