/**
 * Lets what locks scrolling under a dialog add its style: the content security policy wants the page's nonce on it,
 * and `get-nonce`, which adds it, looks for webpack's name.
 */
export function shareStyleNonce(): void {
  const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}
