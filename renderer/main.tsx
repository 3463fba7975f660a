import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './shell/app.css';
import { setRegion } from '@shared/words/index';
import { host } from './bridge/host';
import { App } from './shell/App';
import {
  applyRememberedLanguage,
  applyRememberedLook,
  applyTheme,
  rememberedTheme,
  useLanguage,
} from './state/appearance';
import { keepDrafts } from './state/chat/draft-storage';
import { openAddress } from './state/commands';
import { listenToEngine } from './state/engine-events';
import { keepPlace } from './state/place-storage';
import { sayWhereSaved } from './state/toasts';

/** A library that opens slowly is waited for by a window that has been drawn, ms. */
const patienceMs = 250;

shareStyleNonce();
applyTheme(rememberedTheme());
applyRememberedLook();
const spoken = applyRememberedLanguage();
keepDrafts();
const openWhatHasToBeThere = keepPlace();
setRegion(host().region);
const answers = listenToEngine().then(openWhatHasToBeThere);
host().onSaved(sayWhereSaved);

/** The app, drawn again in another language. */
function Root() {
  return <App key={useLanguage((state) => state.language)} />;
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const drawn = createRoot(root);
void answers.then(() => host().onAddress((address) => void openAddress(address)));
void readyToDraw(Promise.all([answers, spoken])).then(() =>
  drawn.render(
    <StrictMode>
      <Root />
    </StrictMode>,
  ),
);

/**
 * Resolves when the first screen can be drawn as it stays: with `answers`, what the engine says for it, and with the
 * font of the interface. Drawn earlier it would be drawn twice, the first time in letters of the system, which are looked
 * up one family after the other. After a quarter of a second it resolves all the same.
 */
async function readyToDraw(answers: Promise<unknown>): Promise<void> {
  // Faces are fetched by the letters they have; one that cannot be fetched leaves those of the system.
  const font = document.fonts.load('1em "Inter Variable"', 'a').catch(() => []);
  await Promise.race([Promise.all([answers, font]), new Promise((over) => setTimeout(over, patienceMs))]);
}

/**
 * Lets what locks scrolling under a dialog add its style: the content security policy wants the page's nonce on it,
 * and `get-nonce`, which adds it, looks for webpack's name.
 */
function shareStyleNonce(): void {
  const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}
