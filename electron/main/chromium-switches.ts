import { app } from 'electron';

/** What Chromium would do on its own over the network, switched off; Vitrine's window talks to nobody. */
const quiet: readonly (readonly [name: string, value?: string])[] = [
  ['disable-background-networking'],
  ['disable-component-update'],
  ['disable-domain-reliability'],
  ['disable-sync'],
  ['disable-breakpad'],
  ['no-pings'],
  ['dns-prefetch-disable'],
  [
    'disable-features',
    'OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication,NetworkTimeServiceQuerying,CertificateTransparencyComponentUpdater,SpareRendererForSitePerProcess',
  ],
  // Last line of defence: no name resolves in Chromium. The engine's own connections do not go through it.
  ['host-resolver-rules', 'MAP * ~NOTFOUND'],
];

/**
 * One process for all pages, which are one: the policy for openers (shared/host/page-policy.ts) gives the page a group of
 * windows of its own, and without this Chromium starts another process for that and throws the first away.
 */
const lean: readonly (readonly [name: string, value?: string])[] = [['renderer-process-limit', '1']];

/** Must run before the app is ready. */
export function setChromiumSwitches(): void {
  for (const [name, value] of [...quiet, ...lean]) app.commandLine.appendSwitch(name, value);
}
