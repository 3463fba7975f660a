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

/** Must run before the app is ready. */
export function silenceChromium(): void {
  for (const [name, value] of quiet) app.commandLine.appendSwitch(name, value);
}
